l,r=1,1000
f=lambda m:print("?",m,flush=True)or input()
while l<r:
    m=(l+r)//2
    x=1if f(m)=="low"else 0
    l=m+1if x else l
    r=1and m if x==0 else r
print("!",l)
