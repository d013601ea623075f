"""A whole bot: takes a seat, deals itself a layout, plays random plies to the end, prints the outcome.

GYOJI_URL=http://127.0.0.1:8000 GYOJI_TOKEN=gyoji_... python example_bot.py [LINK OF A SEAT | ROOM AS JSON]
"""

import json
import os
import random
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import UUID, uuid5

API = os.environ.get("GYOJI_URL", "http://127.0.0.1:8000") + "/api/v1/"
HEADERS = {"Authorization": f"Bearer {os.environ['GYOJI_TOKEN']}", "Content-Type": "application/json"}


def call(path, body=None, **more):
    """The JSON that answers, and its ETag. While the server is busy or away: waits and asks again."""
    headers = HEADERS | {name.replace("_", "-"): value for name, value in more.items()}
    request = Request(API + path, body and json.dumps(body).encode(), headers)
    while True:
        try:
            with urlopen(request, timeout=60) as answer:
                return json.load(answer), answer.headers.get("ETag")
        except HTTPError as error:
            problem = error.read().decode()
            if '"stale-version"' in problem or '"match-over"' in problem:
                return None, None  # the match moved on meanwhile: look again
            if error.code not in (429, 503):
                sys.exit(f"{path}: {problem}")
            time.sleep(int(error.headers.get("Retry-After", "1")))
        except OSError:
            time.sleep(1)


def take_seat(wish):
    """The room that a link invites to, or a room of our own."""
    if wish.startswith("{"):
        return call("rooms", json.loads(wish))[0]
    slug, seat = wish.rpartition("/r/")[2].split("#")
    number, secret = seat.split(".")
    return call(f"rooms/{slug}/seats/{number}/claim", {"secret": secret})[0]


def respond(match, seen, etag):
    """Lay out or play. The key follows from what was seen: sent twice, it is applied once."""
    if seen["phase"] == "layout":
        wanted = {"system": seen["system"], "options": seen["options"], "side": seen["audience"]}
        command = {"type": "layout.confirm", "args": call("layouts/random", wanted)[0]}
    else:
        command = {"type": "play", "args": {"ply": random.choice(seen["legal_plies"])}}
    call(f"matches/{match}/commands", command, Idempotency_Key=str(uuid5(UUID(match), etag)), If_Match=etag)


COMPUTER = '{"system": "gunjin", "opponent": "computer", "level": "beginner"}'
match = take_seat(sys.argv[1] if len(sys.argv) > 1 else COMPUTER)["match"]
while (answered := call(f"matches/{match}"))[0]["outcome"] is None:
    seen, etag = answered
    is_laid = not seen["layout"] or seen["layout"]["confirmed"]  # where the server deals there is no layout
    if seen["legal_plies"] or not is_laid:
        respond(match, seen, etag)
    else:
        call(f"matches/{match}/events?since={seen['version']}&wait=25")
print(json.dumps(answered[0]["outcome"]))
