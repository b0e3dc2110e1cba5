"""Kinds of employers, with what their people work on and talk about."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Employer:
    """A kind of employer.

    Attributes:
        kind: What it is.
        names: Patterns of its name, with {last} or {town}.
        roles: What its people are.
        clients: Patterns of the names of those it works for.
        projects: Names of projects.
        things: What people there make, send and ask about.
        parts: Parts and sides of such things.
    """

    kind: str
    names: tuple[str, ...]
    roles: tuple[str, ...]
    clients: tuple[str, ...]
    projects: tuple[str, ...]
    things: tuple[str, ...]
    parts: tuple[str, ...]


def _split(text: str) -> tuple[str, ...]:
    return tuple(item.strip() for item in text.split(";"))


EMPLOYERS = (
    Employer(
        "architects' office",
        ("{last} Architects", "Studio {last}"),
        _split("architect; draughtsperson; site manager; office manager; model maker; quantity surveyor"),
        ("{town} Housing Trust", "{last} Estates", "{town} School Board", "{last} Brewery"),
        _split(
            "Boathouse roof; Quarry school; Canal flats; Old mint; Granary hall; Library annex; "
            "Market arcade; Signal box"
        ),
        _split(
            "the floor plan; the section drawing; the window schedule; the door list; the fire plan; the tender; "
            "the brick sample; the site report; the load calculation; the cost estimate; the model of the yard; "
            "the drainage plan; the survey; the colour chart; the energy certificate; the planning application"
        ),
        _split(
            "the north wing; the staircase; the courtyard side; the attic; the ground floor; the gable; the cellar"
        ),
    ),
    Employer(
        "veterinary practice",
        ("{last} Veterinary Practice", "{town} Animal Clinic"),
        _split(
            "vet; veterinary nurse; receptionist; laboratory assistant; practice manager; animal physiotherapist"
        ),
        ("{last} Farm", "{town} Stables", "{last} Kennels", "{town} Wildlife Rescue"),
        _split(
            "Hay fever study; Stable round; Kennel vaccination; New X-ray; Cat ward; Herd check; "
            "Hedgehog season; Night rota"
        ),
        _split(
            "the vaccine order; the blood report; the X-ray list; the rota; the dosage table; the lambing log; "
            "the consent form; the worming plan; the ward cleaning list; the price list; the referral letter; "
            "the anaesthesia log; the feed sample; the insurance claim; the dental chart; the visit route"
        ),
        _split(
            "the small ward; the large-animal yard; the evening surgery; the kennel block; the pharmacy "
            "shelf; the lower yard"
        ),
    ),
    Employer(
        "secondary school",
        ("{town} Grammar School", "{last} College"),
        _split(
            "geography teacher; chemistry teacher; librarian; school secretary; caretaker; music "
            "teacher; deputy head"
        ),
        ("{town} Parents' Council", "{last} Foundation", "{town} Youth Office", "{last} Bus Company"),
        _split(
            "Science week; Exchange visit; Reading room; Timetable reform; Summer play; Solar "
            "roof; Open day; Homework club"
        ),
        _split(
            "the seating plan; the exam timetable; the reading list for year nine; the room plan; the trip letter; "
            "the marks sheet; the lab inventory; the rehearsal schedule; the duty roster; the parents' letter; "
            "the poster; the key list; the report template; the budget for books; the bus "
            "quotation; the safety notice"
        ),
        _split(
            "the lower school; the science block; the sixth form; the gym; the east corridor; the assembly hall"
        ),
    ),
    Employer(
        "materials laboratory",
        ("{last} Materials Lab", "{town} Institute of Materials"),
        _split(
            "physicist; lab technician; chemist; data analyst; project officer; workshop engineer; doctoral student"
        ),
        ("{last} Ceramics", "{town} Tramways", "{last} Turbines", "{town} Harbour Works"),
        _split(
            "Salt glaze; Quiet bearings; Cold weld; Thin film; Tram rail; Kiln sensors; Bridge cable; Harbour paint"
        ),
        _split(
            "the tensile series; the calibration sheet; the sample list; the furnace log; the microscope booking; "
            "the error analysis; the draft paper; the coating recipe; the vacuum pump order; the measuring plan; "
            "the hardness table; the cracked specimen; the grant report; the data export; the "
            "safety sheet; the poster"
        ),
        _split(
            "the second batch; the cooling stage; the surface layer; the long run; the control "
            "group; the test bench"
        ),
    ),
    Employer(
        "publishing house",
        ("{last} Books", "{last} & {last} Press"),
        _split("editor; proofreader; illustrator; rights manager; typesetter; publicist; bookkeeper"),
        ("{town} Book Fair", "{last} Printers", "{town} Public Libraries", "{last} Bookshop"),
        _split(
            "Island atlas; Bird calendar; Cook's almanac; Railway stories; Garden year; "
            "Children's maps; Salt poems; Clock book"
        ),
        _split(
            "the cover sketch; the first proof; the index; the blurb; the paper sample; the print "
            "quotation; the contract; "
            "the author photo; the launch plan; the translation; the style sheet; the image "
            "rights; the page count; "
            "the catalogue text; the errata list; the review copy"
        ),
        _split(
            "chapter three; the foreword; the back cover; the plate section; the second edition; the "
            "large print; the appendix"
        ),
    ),
    Employer(
        "engineering firm",
        ("{last} Pumps", "{last} Engineering"),
        _split("mechanical engineer; buyer; welder; planner; test engineer; sales engineer; accountant"),
        ("{town} Waterworks", "{last} Dairy", "{town} Power Station", "{last} Paper Mill"),
        _split(
            "Weir pumps; Dairy line; Flood gate; Noise test; Valve family; Spare parts; Mill turbine; Pump house"
        ),
        _split(
            "the parts list; the pressure test; the weld drawing; the quotation; the delivery "
            "note; the noise report; "
            "the bearing order; the wiring plan; the manual; the inspection date; the risk list; "
            "the impeller sample; "
            "the price comparison; the commissioning plan; the packing list; the spare valve"
        ),
        _split(
            "the intake side; pump two; the control box; the outer casing; the lower flange; the "
            "test rig; hall four"
        ),
    ),
    Employer(
        "law office",
        ("{last} Law", "{last} and Partners"),
        _split("solicitor; notary; legal assistant; trainee; office manager; tax adviser; translator"),
        ("{last} Shipping", "{town} Allotment Society", "{last} Family Trust", "{town} Theatre"),
        _split(
            "Harbour lease; Mill inheritance; Theatre statutes; Boundary case; Archive move; Data "
            "register; Fishing rights; Tenancy desk"
        ),
        _split(
            "the draft lease; the land register extract; the power of attorney; the fee note; the witness list; "
            "the hearing date; the statute; the translation of the deed; the claim; the "
            "settlement offer; the file index; "
            "the invoice; the site map; the notary's record; the objection; the insurance letter"
        ),
        _split(
            "clause four; the annex; the second schedule; the eastern boundary; the preamble; the "
            "cost clause; page nine"
        ),
    ),
    Employer(
        "museum",
        ("{town} Museum of Crafts", "{last} Collection"),
        _split("curator; conservator; guide; registrar; exhibition builder; educator; ticket manager"),
        ("{town} Tourist Board", "{last} Auctions", "{town} Archive", "{last} Transport"),
        _split(
            "Glass summer; Loom hall; Night opening; Map room; Toy loan; Audio guide; Depot move; Silver count"
        ),
        _split(
            "the loan agreement; the object list; the label text; the light log; the "
            "crate order; the floor plan; "
            "the opening speech; the visitor count; the climate log; the catalogue entry; the insurance value; "
            "the school programme; the guide's script; the lift booking; the condition report; the ticket design"
        ),
        _split(
            "the loom hall; case seven; the depot; the first floor; the glass room; the entrance; "
            "the children's trail"
        ),
    ),
)
