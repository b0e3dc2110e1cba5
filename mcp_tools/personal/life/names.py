"""Names of the invented country's people and of what they are called by."""

from __future__ import annotations


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FIRST = _words(
    "Alba Anton Ansel Arlo Astrid Bastian Bea Benno Birgit Bram Brita Caspar Celia Clem Corin Dagmar "
    "Dalia Dario Delia Edda Edvin Elin Eloise Emeric Enna Esben Etta Fabian Fenna Fergus Flora Frida "
    "Gesa Gideon Greta Gustav Hanno Hedda Helmi Henrik Hilda Ida Idris Ilse Imke Ingmar Iris Isak Ivo "
    "Janna Jarle Jette Joanna Joris Juna Kaspar Kerstin Kilian Klara Knut Lars Leni Levin Liam Liv "
    "Lorenz Lotta Ludo Maja Malte Marit Merle Mika Milo Mirko Nele Nils Noor Nora Olaf Olive Oskar Otis "
    "Pelle Petra Philippa Quentin Rasmus Renske Rika Roland Romy Rosa Ruben Runa Saskia Selma Signe "
    "Silas Sofie Stellan Sunniva Svea Tamsin Thea Thora Till Tilda Timo Tobias Tove Ulla Ulrik Una "
    "Valentin Vera Vesna Viggo Wanda Wenzel Wiebke Willem Xenia Yara Ylva Yorick Zelda Zeno"
)
LAST = _words(
    "Abbing Ackerby Ahlgren Alderton Amberley Anscombe Arkwell Ashgrove Averdal Balthus Barrowby Bekker "
    "Bergdal Birkhoff Blakemoor Bodmer Brandsen Brightwater Brookham Bruun Carrow Castelein Chalmer "
    "Clayfield Cobbold Copperwhite Cranmere Dahlberg Danby Derwent Dijkman Dovesworth Draycott Dunmore "
    "Eckhart Edlund Elmhurst Engelby Fairlie Falkner Farnhill Fensmark Ferrow Finch Fjelland Frostick "
    "Galloway Garrick Gladwin Goosens Granby Greenaway Grimsdal Haddock Halvorn Hartwig Haverkamp "
    "Hazelden Heddle Hemsworth Hjort Holloway Hornby Hulst Iversen Jansdal Jessop Kastner Keldgate "
    "Kestrel Kirkeby Knoll Kranz Lachlan Lambrecht Larkin Leander Linfoot Lockyer Lomas Lundmark Maddern "
    "Malmgren Marchbank Meerkamp Merrow Millstone Moorcroft Mosby Nettleship Niemark Norrby Oakshott "
    "Oldcastle Ostergard Overbeek Paddock Palmgren Penhallow Pilkvist Plumridge Quayle Quist Radcliff "
    "Ravensby Reedmark Ridderhof Rosendal Rowntree Sandqvist Sallow Scarth Selwood Skovgard Snelling "
    "Sommer Stanyon Stokkel Sturrock Tangberg Tarrant Thackeray Thornquist Tolliver Trevanion Ulvang "
    "Underhill Vandermark Verhoef Vinter Wadsley Wakelin Weatherby Westerdal Whitlock Winterson Wolfsdal "
    "Wrenfield Yardley Zandstra"
)
ROADS = (
    "Alder Close",
    "Brewer's Hill",
    "Chestnut Drive",
    "Dyer's Row",
    "Elm Terrace",
    "Fisher's Lane",
    "Glover Street",
    "Hawthorn Way",
    "Ivy Court",
    "Juniper Road",
    "Kiln Lane",
    "Linden Avenue",
    "Miller's Green",
    "North Quay",
    "Old Mint Street",
    "Potter's Rise",
    "Quarry Road",
    "Ropewalk",
    "Sluice Lane",
    "Tower Street",
    "Upper Weir",
    "Vine Street",
    "Weaver's Court",
    "Yew Tree Lane",
)
MAIL_DOMAINS = ("inkwell.test", "lettera.test", "postbox.test", "hearth.test")
TRADES = (
    ("plumber", "Plumbing"),
    ("electrician", "Electrics"),
    ("joiner", "Joinery"),
    ("roofer", "Roofing"),
    ("gardener", "Gardens"),
    ("locksmith", "Locks"),
    ("painter", "Decorating"),
    ("bicycle mechanic", "Cycles"),
    ("chimney sweep", "Chimneys"),
    ("tailor", "Tailoring"),
)
DOCTORS = ("dentist", "family doctor", "eye doctor", "physiotherapist", "paediatrician")
TEACHERS = ("class teacher", "music teacher", "sports teacher", "head teacher", "art teacher")
