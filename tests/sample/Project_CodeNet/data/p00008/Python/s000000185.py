class Game(object):
    tries = 0

    def __init__(self, top):
        self.low, self.high = 0, top

    def play(self):
        global rounds
        while self.high - self.low > 1:
            half = (self.low + self.high) // 2
            rounds += 1
            print('?', half, flush=True)
            if input() == 'low':
                self.low = half
            else:
                self.high = half
        return self.high


rounds = 0
print('!', Game(1000).play())
