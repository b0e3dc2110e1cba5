"""What people ask and answer on the boards of the forum."""

from __future__ import annotations

ADVICE = {
    "Home repairs": (
        "{job} {state}: [mend or replace|who has an idea]?",
        "[Since|For] {days} days {job} {state}. [I have tried|Done so far]: [oil|a new washer|"
        "turning it off|glue]. [What|Which part] [next|would you change], and what [should it "
        "cost|is fair]?",
    ),
    "Kitchen table": (
        "[Too much|A glut of] {base}: [what now|ideas]?",
        "[We have|There are] {count} kilos of {base} {where}. [Not again|No more] {form}, please; "
        "[what else|what keeps] [until winter|for {days} days]?",
    ),
    "Around town": (
        "{place} in {town}: [worth it|with children|when is it quiet]?",
        "[We go|I am] there on {day}. Is {place} [good|open long enough|too loud] for {count} "
        "people, and [where do we eat|what is near] afterwards?",
    ),
    "Reading room": (
        "{title}: [who has finished it|does it get better]?",
        "I am on page {page} of {title} and [lost|bored|enchanted]. [Should I|Is it worth to] go "
        "on, or [take|read] {other} first?",
    ),
    "Wheels and rails": (
        "[Bicycles|Luggage|A cello|A pram|Skis|A dog|A wardrobe] on the train from {away} [in "
        "{month}|on {weekday}s|at night]?",
        "On {day} I [travel|go] to {town} with [a bicycle|two cases|a pram]. [How early|Which "
        "coach], and is [the lift|platform {count}] [in order|still closed]?",
    ),
    "Growing things": (
        "[{base} on a balcony|A pot of {base}|{base} from seed|{base} in the shade]: [too late|"
        "which pot|how deep|who eats it]?",
        "[Sown|Bought] on {past}, now {count} centimetres and [yellow|crooked|eaten]. [More water|"
        "Other soil|More light], or [wait|start again]?",
    ),
}
ANSWERS = {
    "Home repairs": (
        "t:[Mend|Replace] it. {count} euros, {days} minutes.",
        "t:[Ask for|Get] a second offer. Under {count} euros [is odd|is a trap].",
        "c:[Oh, I know this|Been there|Same here]! {first} [did|tried] exactly that {where}, it "
        "took {days} days and [a lot of tape|"
        "three pots of tea|one finger nail]!",
        "c:[My grandmother|Our neighbour|Every plumber] would [laugh|say]: [turn it off|oil it|"
        "leave it alone] and [wait|have tea] "
        "{days} minutes! It [helped|worked] with {job}.",
        "f:[In my experience|As far as I know] {count} euros [are|would be] [fair|usual]; [ask "
        "for|insist on] [a written offer|"
        "the old part|a receipt] [within|after] {days} days.",
        "[New washers|Two screws|A finer thread|Silicone] [held|lasted] {days} months [here|at "
        "our place]; then {job} [again|for good].",
    ),
    "Kitchen table": (
        "t:{base}: [freeze it|dry it|pickle it], {days} days.",
        "c:[Vinegar, sugar, a window sill|Jars, jars, jars]! {first} [keeps|kept] {count} of them "
        "{where}, and {base} [tastes|smells] "
        "[of summer|like a hotel]!",
        "f:I would [suggest|recommend] a {base} {form}: {days} minutes at {heat} degrees, [salt "
        "last|covered|no lid].",
        "[Half|A third] [into|for] {form}, the rest [into jars|to {first}]. [Keeps|Good for] "
        "{days} days [in the cellar|cold].",
    ),
    "Around town": (
        "t:{place}: [before ten|after four]. {days} minutes [are enough|at most].",
        "c:[Do go|Run, do not walk]! {first} [stood|sang|fell asleep] {where} and then [we|all of "
        "us] spent {days} minutes at {place} "
        "[with cake|for nothing|in socks]!",
        "f:{place} [is best|is quiet] on {weekday}s; for {count} people [I would|please] [ask "
        "beforehand|write {days} days ahead].",
        "[Skip|Leave out] the [shop|cafe|second floor] of {place}, [the rest|the view] [is worth|"
        "takes] {days} minutes.",
    ),
    "Reading room": (
        "t:[Go on|Stop]. Page {page} [pays|explains all].",
        "c:I [threw it at the wall|missed my stop|forgot the soup] on page {page}! {first} says "
        "{other} [is the same|is better|has fewer ghosts]!",
        "f:[From|After] page {page} {title} [changes its tone|slows down]; {other} [might suit "
        "you|is kinder] [before|instead].",
        "[Read|Try] it aloud, {days} pages a day. {title} [was made for that|wants a voice|wakes up then].",
    ),
    "Wheels and rails": (
        "t:{away}: platform {platform}, lift [works|is out].",
        "c:[Last coach|First coach], always! {first} got {count} [looks|smiles|boxes] and a seat "
        "{where} [all the way|until {away}]!",
        "f:From {away} [the evening trains|those before noon] [have|take] [more room|fewer "
        "people]; be there {days} minutes before, "
        "[coach {platform}|the rear door].",
        "[Ask|Tell] the guard {days} minutes [before|early]; on {weekday}s [it costs|they want] "
        "{platform} euros [extra|in cash].",
    ),
    "Growing things": (
        "t:{base}: pot of {count} centimetres, [shade|sun], {days} days.",
        "c:[Talk to it|Sing|Be patient]! {first}'s {base} [slept|sulked] {days} days {where} and "
        "then [exploded|ate the window]!",
        "f:{base} [wants|needs] water every {platform} days and [a deep pot|old compost|a wall "
        "behind it]; after {days} days [you will see|thin it out].",
        "[Snails|Draught|Too much water|Old seed], I [bet|fear]. [Start|Sow] again [in {month}|"
        "with {count} seeds], {days} centimetres apart.",
    ),
}
