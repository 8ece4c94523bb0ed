a,b=1,2
print(1if a<b else 0,not a>b,[a]==[b],(a)<(b),-a<+b)
c=a<b and"x"=='x'or(a)==b
def f():return(a)<b
print(c,f(),a<b<3,0<a,a!=-1)
print((lambda:a<b)(),"y"if"a"<"b"else"z")
