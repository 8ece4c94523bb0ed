l=1;r=1000
while not(l<r):
    m=l+r>>1
    print("?",m,flush=1)
    if(input()=="low"):l=m+1
    else:r=m
print("!",l)
