"""Units of measure and currencies, with their names, their symbols and what they are worth."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from checkers.values.tokens import Tokens, joined, tokenize
from checkers.values.words import word_set

_TABLE = """
mass 1 g|gram|grams|gramme|grammes|gr|gramm|gramos|克
mass 1000 kg|kgs|kilo|kilos|kilogram|kilograms|kilogramme|kilogrammes|kilogramm|kilogramos|公斤|千克
mass 0.001 mg|milligram|milligrams
mass 1000000 t|tonne|tonnes|metric ton|metric tons|tonnen
mass 453.59237 lb|lbs|pound|pounds|pound weight
mass 28.349523125 oz|ozs|ounce|ounces
mass 6350.29318 stone|stones
length 1 m|metre|metres|meter|meters|mètre|mètres|metros|米
length 1000 km|kms|kilometre|kilometres|kilometer|kilometers|kilomètre|kilomètres|kilómetros|公里
length 0.01 cm|centimetre|centimetres|centimeter|centimeters|厘米
length 0.001 mm|millimetre|millimetres|millimeter|millimeters|毫米
length 1609.344 mi|mile|miles
length 0.3048 ft|foot|feet
length 0.0254 inch|inches
length 0.9144 yd|yard|yards
area 1 m^2|m2|sqm|square metre|square metres|square meter|square meters|平方米
area 1000000 km^2|km2|square kilometre|square kilometres|square kilometer|square kilometers
area 10000 ha|hectare|hectares|hektar
area 4046.8564224 acre|acres
area 0.09290304 sq ft|square foot|square feet
volume 1 l|litre|litres|liter|liters|升
volume 0.001 ml|millilitre|millilitres|milliliter|milliliters|毫升
volume 0.01 cl|centilitre|centilitres
volume 0.1 dl|decilitre|decilitres
volume 1000 m^3|m3|cubic metre|cubic metres|cubic meter|cubic meters|立方米
volume 0.001 cm^3|cm3|cubic centimetre|cubic centimetres|cubic centimeter|cubic centimeters
volume 3.785411784 gal|gallon|gallons
volume 0.0295735295625 fl oz|fl. oz.|fluid ounce|fluid ounces
volume 0.473176473 pint|pints
time 0.001 ms|millisecond|milliseconds|毫秒
time 1 s|sec|secs|second|seconds|sek|sekunde|sekunden|seconde|secondes|segundo|segundos|秒
time 60 ?m|min|mins|minute|minutes|minuten|minuto|minutos|分|分钟
time 3600 h|hr|hrs|hour|hours|std|stunde|stunden|heure|heures|hora|horas|小时
time 86400 ?d|day|days|tag|tage|jour|jours|día|días|天
time 604800 week|weeks|woche|wochen|semaine|semaines|周
months 1 month|months|mo|mos|monat|monate|mois|mes|meses|个月
months 12 year|years|yr|yrs|jahr|jahre|ans|année|años
percent 1 %|percent|per cent|pct|prozent|pour cent|por ciento
percent 1 percentage point|percentage points|percent point|percent points
percent 0.1 ‰|per mille|permille
data 1 byte|bytes|=B
data 1000 kb|kilobyte|kilobytes
data 1000000 mb|megabyte|megabytes|?megs
data 1000000000 gb|gigabyte|gigabytes
data 1000000000000 tb|terabyte|terabytes
data 1024 kib|kibibyte|kibibytes
data 1048576 mib|mebibyte|mebibytes
data 1073741824 gib|gibibyte|gibibytes
data 0.125 bit|bits
speed 1 km/h|kmh|kph|km per hour|kilometres per hour|kilometers per hour|kilometres an hour|kilometers an hour
speed 3.6 m/s|metres per second|meters per second
speed 1.609344 mph|mi/h|miles per hour|miles an hour
speed 1.852 kn|knot|knots
energy 1 kwh|kilowatt hour|kilowatt hours|kilowatt-hour|kilowatt-hours|kilowattstunden
energy 0.001 wh|watt hour|watt hours
energy 1000 =MWh|megawatt hour|megawatt hours
energy 0.2777777777777778 =MJ|megajoule|megajoules
energy 29.3071070172222 therm|therms
energy 0.000293071070172222 btu|btus
power 1 =W|watt|watts
power 1000 kw|kilowatt|kilowatts
power 1000000 =MW|megawatt|megawatts
power 0.29307107 btu/h|btu per hour|btu an hour
angle 1 °|deg|degree|degrees|grad
frequency 1 hz|hertz
frequency 1000 khz|kilohertz
frequency 1000000 =MHz|megahertz
concentration 1 =mM|millimolar|mmol/l|millimolars
concentration 0.001 =µM|=μM|micromolar
concentration 1000 molar|=M|mol/l
pixels 1 px|pixel|pixels
pressure 1 hpa|mbar|hectopascal
kelvin 1 °C|degrees celsius|degree celsius|deg c|celsius|centigrade|degrees centigrade|grad celsius|=C|摄氏度
kelvin 1 °|deg|degree|degrees|grad|度
fahrenheit 1 °F|degrees fahrenheit|degree fahrenheit|fahrenheit|=F
fahrenheit 1 °|deg|degree|degrees
absolute 1 kelvin|kelvins|?=K
EUR 1 €|eur|euro|euros|欧元
EUR 1000000 meur
EUR 0.01 cent|cents|ct|cts|euro cent|euro cents|eurocent|eurocents|?c|centime|centimes|céntimos
USD 1 $|usd|us$|us dollar|us dollars|u.s. dollar|u.s. dollars|dollar|dollars|american dollars|美元
USD 0.01 cent|cents|us cents|?c|¢
GBP 1 £|gbp|pound|pounds|pound sterling|pounds sterling|british pound|british pounds|sterling|quid|英镑
GBP 0.01 pence|penny|pennies|?p
CHF 1 chf|sfr|fr|franken|franc|francs|swiss franc|swiss francs|瑞士法郎
CHF 0.01 rappen|centime|centimes|rp
SEK 1 sek|krona|kronor|swedish krona|swedish kronor|swedish crowns|crowns|?kr
NOK 1 nok|norwegian kroner|norwegian krone|kroner|?kr
DKK 1 dkk|danish kroner|danish krone|kroner|?kr
JPY 1 jpy|¥|yen|日元|円
CNY 1 cny|rmb|¥|yuan|元|人民币
CAD 1 cad|ca$|c$|canadian dollar|canadian dollars|?$|?dollars
AUD 1 aud|a$|australian dollar|australian dollars|?$|?dollars
PLN 1 pln|zł|złoty|zloty|zlotys
CZK 1 czk|kč|koruna|czech crowns
HUF 1 huf|forint|forints
INR 1 inr|₹|rs|rupee|rupees
BARE 1000000 ?m
"""
"""A family, how many of its base unit one unit is, and its names. A name with "=" needs these very letters; "?" marks a
name that means something else, or nothing, as well. The family of a currency is its code."""

_OFFSETS = {"kelvin": (1.0, 273.15), "fahrenheit": (5 / 9, 459.67 * 5 / 9), "absolute": (1.0, 0.0)}
"""Factor and offset to kelvins."""
_BEFORE_NUMBERS = word_set(
    "€ $ £ ¥ ₹ us$ a$ c$ ca$ fr rs kr sfr eur usd gbp chf sek nok dkk jpy cny rmb cad aud pln czk huf inr"
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit.

    Attributes:
        family: What it measures, "temperature" for example, or the code of a currency; "" for a bare multiplier.
        factor: How many of the family's base unit it is.
        offset: What is added after multiplication.
        usual: Whether its name means this unit and nothing else; False for "m" as minutes.
    """

    family: str
    factor: float
    offset: float = 0.0
    usual: bool = True

    @property
    def is_currency(self) -> bool:
        return self.family.isupper()

    def to_base(self, value: float) -> float:
        return value * self.factor + self.offset

    def from_base(self, value: float) -> float:
        return (value - self.offset) / self.factor


Names = dict[tuple[str, ...], list[Unit]]


def _read_table() -> tuple[Names, Names]:
    exact: Names = defaultdict(list)
    by_low: Names = defaultdict(list)
    for line in _TABLE.strip().splitlines():
        family, factor, names = line.split(" ", 2)
        for name in names.split("|"):
            marks = name[: len(name) - len(name.lstrip("?="))]
            tokens = [token for token in tokenize(name.lstrip("?=")) if token.kind != "end"]
            unit = _unit(family, float(factor), usual="?" not in marks)
            if "=" in marks:
                exact[tuple(token.text for token in tokens)].append(unit)
            else:
                by_low[tuple(token.low for token in tokens)].append(unit)
    return dict(exact), dict(by_low)


def _unit(family: str, factor: float, *, usual: bool) -> Unit:
    if family in _OFFSETS:
        scale, offset = _OFFSETS[family]
        return Unit("temperature", scale, offset, usual)
    return Unit("" if family == "BARE" else family, factor, 0.0, usual)


_EXACT, _BY_LOW = _read_table()
_LENGTHS: dict[str, int] = {}
"""The first words of the names, and how many tokens the longest name with each of them has."""
for _name in (*_BY_LOW, *_EXACT):
    _LENGTHS[_name[0].casefold()] = max(len(_name), _LENGTHS.get(_name[0].casefold(), 0))
PREFIXES = frozenset({name[0] for name in _BY_LOW if "".join(name) in _BEFORE_NUMBERS})


def find_units(tokens: Tokens, i: int) -> tuple[tuple[Unit, ...], int]:
    """Return the units that the longest name at token i may mean, and the token behind it."""
    first = tokens[i].low.removeprefix("d'")  # as in "d'euros"
    for length in range(_LENGTHS.get(first, 0), 0, -1):
        name = tokens[i : i + length]
        units = _EXACT.get(tuple(token.text for token in name))
        units = units or _BY_LOW.get((first, *(token.low for token in name[1:])))
        is_cut = (
            name[-1].kind == "number" and tokens[i + length].kind == "word" and joined(tokens, i + length)
        )
        if units and not is_cut:  # "m2" is no unit in "4m2s"
            return tuple(units), i + length
    return (), i


def find_currency_before(tokens: Tokens, i: int) -> tuple[tuple[Unit, ...], int]:
    """Return the currencies that a symbol or a code in front of an amount may mean, and the token behind it."""
    if tokens[i].low in PREFIXES:
        for length in (2, 1):
            name = tuple(token.low for token in tokens[i : i + length])
            if "".join(name) in _BEFORE_NUMBERS and name in _BY_LOW:
                return tuple(unit for unit in _BY_LOW[name] if unit.is_currency), i + length
    return (), i
