"""Seventeen set-ups to start from, most of them published and named."""

from __future__ import annotations

from games.rules.core import Setup
from games.rules.luzhanqi.layout_text import read_rows


def _setup(key: str, name: str, rows: str) -> Setup:
    return Setup(key, name, read_rows(rows.split()))


SETUPS: tuple[Setup, ...] = (
    _setup("roaring-lion", "河东狮吼", "师兵连排师 旅…连…炸 炸营…团旅 军…兵…连 司兵营雷排 团排雷旗雷"),
    _setup("midnight-chimes", "午夜风铃", "连旅司兵团 师…炸…军 团排…连兵 排…营…营 雷雷连师炸 雷旗旅排兵"),
    _setup("chasing-petals", "飞花逐月", "连司军兵师 师…连…旅 团弹…弹团 营…排…营 旅兵兵排雷 雷旗雷排连"),
    _setup("fragrant-sword", "飘香一剑", "师兵连旅师 团…连…炸 团营…炸营 司…兵…连 军兵旅雷排 排排雷旗雷"),
    _setup("silent-place", "于无声处", "师兵军排营 团…兵…旅 师弹…连司 弹…排…连 营雷连雷团 旅旗雷排兵"),
    _setup("dragon-tail", "乌龙摆尾", "营兵团排连 师…兵…司 旅连…军排 连…兵…团 弹旅师营雷 弹排雷旗雷"),
    _setup("three-sections", "三节阵", "团排军兵令 连…兵…团 师弹…兵连 排…连…旅 雷营师弹旅 雷旗雷排营"),
    _setup("wolf-comes", "狼来了", "团兵旅师连 营…兵…军 司兵…弹师 排…弹…团 营旅连雷连 排排雷旗雷"),
    _setup("mist-sword", "雾山重剑", "连排兵兵团 师…连…司 团营…营师 炸…兵…旅 军连旅雷炸 雷旗雷排排"),
    _setup("wide-1", "", "师排团兵师 兵…司…兵 团排…炸营 旅…旅…排 炸雷军连连 雷旗营雷连"),
    _setup("wide-2", "", "排连团连排 兵…师…兵 旅营…连旅 团…军…兵 炸雷师排炸 雷营司旗雷"),
    _setup("wide-3", "", "连排团排连 兵…军…兵 营旅…旅营 兵…师…团 雷连师司炸 炸旗雷排雷"),
    _setup("twin-flanks", "", "司旅连兵师 团…连…团 军兵…连师 炸…排…营 旅雷排雷炸 营旗雷排兵"),
    _setup("open-flanks", "", "连军连师连 旅…团…旅 排师…司排 营…排…团 兵雷雷兵兵 炸旗雷炸营"),
    _setup("bulldozer", "推土机型", "排连团旅师 兵…炸…司 排营…军师 连…兵…旅 雷兵团排炸 雷旗雷连营"),
    _setup("even-attack", "进攻型平均阵", "师连兵团旅 司…营…军 旅炸…炸师 团…兵…连 雷连排兵排 雷旗雷营排"),
    _setup("even-defence", "防守型平均阵", "连排团排连 旅…营…旅 师兵…兵师 军…炸…司 雷团炸营连 雷旗雷排兵"),
)
