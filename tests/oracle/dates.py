"""Times as Python writes them. usage: dates.py N SEED

Prints N lines: a zone, a time in one of the forms, and its Unix seconds and nanoseconds, separated
by tabs. Times without a zone are those of the clocks of the zone: the first one if clocks show it
twice. A part of them is near a change of the clocks, or is skipped by one."""
import datetime
import email.utils
import random
import sys
import zoneinfo

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=UTC)
ZONES = ["UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Tokyo",
         "Asia/Kolkata", "Asia/Shanghai", "Asia/Seoul", "Australia/Lord_Howe", "Africa/Casablanca",
         "Europe/Moscow", "Pacific/Apia", "America/Sao_Paulo", "Asia/Tehran", "Antarctica/Troll",
         "Europe/Dublin"]

# Those with %z have a zone of their own; the text says all that Python then reads back.
FORMS = ["%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S.%f", "%Y-%m-%dT%H:%M:%S%z", "%Y%m%dT%H%M%S%z",
         "%Y-%m-%d %H:%M:%S.%f %z", "%Y%m%d%H%M%S", "%Y/%m/%d %H:%M", "%d.%m.%Y %H:%M:%S",
         "%b %d, %Y %I:%M %p", "%B %d, %Y at %I:%M:%S %p", "%d %b %Y %H:%M:%S", "%d-%b-%y %H:%M",
         "%a, %d %b %Y %H:%M:%S %z", "%a %b %d %H:%M:%S %Y", "%A, %d %B %Y, %I:%M %p",
         "%a %b %d %Y %H:%M:%S GMT%z", "%b/%d/%Y %H:%M", "%Y-%m-%d_%H-%M-%S"]


def change_near(draw, zone, year):
    """An instant at which the clocks of the zone change, found by halving; or any one."""
    low = int(datetime.datetime(year, 1, 1, tzinfo=UTC).timestamp())
    high = low + draw.choice([150, 250, 365]) * 86400

    def offset(seconds):
        return (EPOCH + datetime.timedelta(seconds=seconds)).astimezone(zone).utcoffset()
    if offset(low) == offset(high):
        return draw.randrange(low, high)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if offset(middle) == offset(low) else (low, middle)
    return high


def main(n, seed):
    draw = random.Random(seed)
    for _ in range(n):
        name = draw.choice(ZONES)
        zone = zoneinfo.ZoneInfo(name)
        near = change_near(draw, zone, draw.randrange(1971, 2060)) + draw.randrange(-10000, 10000)
        clock = (EPOCH + datetime.timedelta(seconds=near, microseconds=draw.randrange(10**6)))
        # The clock shows what UTC shows at this instant, moved by an offset before or after it.
        shown = clock + clock.astimezone(zone).utcoffset() + datetime.timedelta(
            seconds=draw.choice([0, 0, 1800, -1800, 3600]))
        form = draw.choice(FORMS)
        whole = shown.replace(tzinfo=zone, fold=0)
        if "%z" in form:  # offsets of whole minutes
            offset = datetime.timezone(datetime.timedelta(minutes=draw.randrange(-720, 841, 15)))
            whole = whole.astimezone(offset)
        text = whole.strftime(form)
        if draw.randrange(20) == 0:
            text, form = email.utils.format_datetime(whole.astimezone(UTC)), "%S"
        seconds = whole.replace(second=whole.second if "%S" in form else 0, microsecond=0)
        nanoseconds = whole.microsecond * 1000 if "%f" in form else 0
        print(name, text, int(seconds.timestamp()), nanoseconds, sep="\t")


main(int(sys.argv[1]), int(sys.argv[2]))
