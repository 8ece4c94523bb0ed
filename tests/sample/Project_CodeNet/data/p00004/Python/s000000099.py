N, Q = map(int, input().split())
A = sorted(map(int, input().split()), reverse==True)
B = [0]
for i in range(N):
    B.append(B[i] + A[i])
for _ in range(Q):
    k = int(input())
    print(B[k])
