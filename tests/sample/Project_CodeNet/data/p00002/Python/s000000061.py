n=int(input())
a=list(map(int,input().split()))
c=0
for i in range(n):
  for j in range(i):
    s=a[i]+a[j]
    if any(s%d==0 for d in range(2,s)):
      c+=1
print(c)
