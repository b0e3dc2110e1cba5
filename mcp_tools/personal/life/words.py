"""Phrases that texts of all kinds have in common, and how they write days, times and prices."""

from __future__ import annotations

from datetime import date, datetime

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def long_day(day: date) -> str:
    """Return a day as texts have it: Tuesday 12 May."""
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}"


def short_day(day: date) -> str:
    """Return a day without its name: 12 May."""
    return f"{day.day} {MONTHS[day.month - 1]}"


def clock(at: datetime) -> str:
    """Return a time of day as texts have it: 9:30."""
    return f"{at.hour}:{at.minute:02}"


def euros(value: float) -> str:
    """Return a price as texts have it: 12.50 euros."""
    return f"{value:.2f} euros"


GREETINGS = (
    "t:{to},",
    "t:Hi {to},",
    "c:[Hello|Hi|Hello there] {to}!",
    "c:[Good to hear from you|Lovely to write to you|A quick word|There you are|What a day|Greetings], {to}!",
    "f:Dear {to},",
    "f:[Dear|Good day] {to},",
)
SIGN_OFFS = (
    "t:[More when I know it.|That is all for now.|Short answer is fine.|Call if not clear.|No "
    "rush.|Please confirm.|"
    "[Answer|Reply|Word] by [phone|mail|Friday] is fine.|[Till|Until] [then|soon|tomorrow].|Off "
    "to [work|lunch|the dentist|bed].|"
    "[Nothing|Not much] else [new|here|to say|from me].|[Sorry, short|Short] today, [busy|tired|"
    "late|on the move].]",
    "c:[Tell me|Let me know] [what you think|how you are|if that is nonsense|all the news], "
    "[whenever you have a minute|between two coffees|I am curious|and do not hurry]!",
    "c:[Right, the|I must stop, the] [oven|doorbell|washing machine|bus|neighbour's dog] [is "
    "calling|will not wait|wants me].",
    "f:[Please do not hesitate to|You are welcome to] [call|write to|ask] me [if anything is "
    "unclear|at any time this week|"
    "should you need more details|if another day suits you better].",
    "f:[I look forward to|Thank you in advance for] [your answer|a short reply|hearing from you|your reply] "
    "[by the end of the week|when it suits you|in the coming days|at your convenience].",
)
CLOSINGS = (
    "t:[Thanks,|Best,|Cheers,|Bye,]",
    "c:[Warmly,|All the best,|Big hug,|Until soon,|Take care,]",
    "f:[Kind regards,|Best regards,|Yours sincerely,|Sincerely,]",
)
WHERE = (
    "[in the kitchen|on the train|at the market|in the queue at the baker's|by the canal|on the "
    "stairs|in the rain|at the bus stop]"
)
WHEN = "[this morning|yesterday|last night|at lunch|on the way home|over breakfast|just now|after work|before dawn]"
ASIDES = (
    f"[I ran into|I saw|I thought of|I had a chat with] {{first}} {WHEN} {WHERE}, [who sends love|"
    "looking very well|in a great hurry|"
    "with an enormous parcel|who asked after you|humming as ever].",
    "[The heating|Our tap|My bicycle|The radio|The old clock|My umbrella] [gave up|made a "
    "terrible noise|started working again|"
    f"surprised us all] {WHEN}, [of course|just as I sat down|for no reason at all|and nobody "
    "knows why|which made me laugh].",
    f"[I am writing this|This comes to you|I am typing] {WHERE}, [with cold fingers|half asleep|"
    "between two errands|with a bun in one hand|"
    "while the rain keeps on|before the others wake up].",
    "[The garden|The balcony|The street|Our hallway] is [full of|covered in|waiting for] [leaves|"
    "boxes|snails|wet coats|"
    "bicycles|apples|flower pots], [as you can imagine|and I like it|so mind your step|since "
    f"{WHEN}|thanks to {{first}}].",
    f"[I have been|We were] [baking|painting|tidying|singing|digging|sorting old photos] {WHEN}, "
    "so [forgive the spelling|"
    "my head is elsewhere|everything smells of it|I sat down only now|do not expect a long letter|my back hurts].",
    f"[Did you hear|Have you heard|You will not believe] [what {{first}} said|how loud it was|who "
    f"rang|about the puddle] {WHEN}? "
    "[I still have to smile|Ask me when we meet|Long story|It was quite something].",
)
YES = (
    "t:[OK|Yes|Fine|Done|Agreed|Right|Good|Sure][.|, thanks.|, noted.|, will do.|, works.|, go ahead.]",
    "c:[Oh yes|Of course|Perfect|Sure|Gladly|With bells on|You know me], [that suits me well|I am in|count on me|"
    "I had hoped you would ask|what a good idea|I would not miss it|say no more]!",
    "f:[Thank you|Yes|Gladly|Certainly|Very well|By all means|I agree|Of course], [that suits me|I have noted it|"
    "that is fine with me|I am happy to|I shall see to it|that can be arranged|it is in my diary|"
    "consider it settled|"
    "I will make time].",
)
NODS = (
    "t:[No|Yes|Maybe|Hm|Ha|Who knows][.|, look again.|, ask me later.|, typical.|, I had the same thought.]",
    "c:[Ha|Oh|Well well|I laughed], [you should have been there|that is what everybody asks|I "
    "would rather not know|"
    "look twice|you know how they are|I believe every word]!",
    "f:[I am not sure|One might think so|Opinions differ|That would surprise me|I have my "
    "doubts], [but it is amusing|"
    "I would ask somebody who knows|so much is certain|and I say so politely|though it may be true].",
)
THANKS = (
    "t:[Thanks|Ta|Good|Perfect|Read it][.|, got it.|, seen.|, great.|, all clear.]",
    "c:[You are a star|Thank you so much|Bless you|That saves my day|You are too kind|How lovely|Hurrah], {to}!",
    "f:[Thank you very much|Many thanks for this|That is very kind of you|Much appreciated|Thank "
    "you for telling me|"
    "I am grateful], {to}.",
)
