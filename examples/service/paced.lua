-- SPDX-License-Identifier: GPL-3.0-or-later
-- paced.lua -- has wrk ask at times that are fixed before, RATE of them a second, whatever the server does:
--     wrk -t1 -c200 -d10 --latency -s paced.lua http://127.0.0.1:PORT/ -- --rate RATE
-- Each free connection takes the next time. Where all of them wait for answers, times pass by and their requests are late, which
-- wrk does not count: a standstill of more than connections / RATE seconds. More than a quarter of them end wrk with exit code 1.
local ffi = require("ffi")
ffi.cdef("typedef struct { long seconds, nanoseconds; } moment; int clock_gettime(int, moment *);")
local moment = ffi.new("moment")
local paced, due
rate, asked, late, latest = 0, 0, 0, 0 -- of a thread; milliseconds

local function now()
    ffi.C.clock_gettime(1, moment)
    return tonumber(moment.seconds) * 1e3 + tonumber(moment.nanoseconds) / 1e6
end

local function give_up(why)
    io.stderr:write("paced.lua: ", why, "\n")
    os.exit(1)
end

function setup(thread)
    if paced then
        give_up("one thread keeps the times: wrk -t1")
    end
    paced = thread
end

function init(words)
    rate = words[1] == "--rate" and tonumber(words[2]) or 0
    if rate <= 0 then
        give_up("behind the address stands -- --rate RATE, requests a second")
    end
end

-- Called by each connection that is free: the next time is its own.
function delay()
    local at = now()
    due = (due or at) + 1e3 / rate
    asked = asked + 1
    if at - due > 1 then
        late = late + 1
        latest = math.max(latest, at - due)
    end
    return math.max(due - at, 0)
end

-- What was due and never asked is late, too.
function done(summary)
    local all = math.max(paced:get("asked"), summary.duration / 1e6 * paced:get("rate"))
    local behind = paced:get("late") + all - paced:get("asked")
    print(string.format("Paced: %d of %d requests were late, by up to %.0f ms", behind, all, paced:get("latest")))
    if behind > all / 4 then
        give_up("too many: give wrk more connections (-c), a lower rate, or a calmer machine")
    end
end
