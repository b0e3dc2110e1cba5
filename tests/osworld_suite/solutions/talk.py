import zipfile

import uno
from office import HOME, Office, set_option

SLIDES = "Impress MS PowerPoint 2007 XML"
with Office() as office:
    talk = office.open("talk.pptx")
    slides = [talk.DrawPages.getByIndex(index) for index in range(3)]
    for slide in slides:
        background = talk.createInstance("com.sun.star.drawing.Background")
        background.FillStyle = uno.Enum("com.sun.star.drawing.FillStyle", "SOLID")
        background.FillColor = 0x0000FF
        slide.Background = background
    points = slides[0].getByIndex(1).createEnumeration()
    points.nextElement().CharStrikeout = 1
    slides[1].TransitionType, slides[1].TransitionSubtype = 40, 0
    office.save(talk, "blue.pptx", SLIDES)
    provider = office.service("com.sun.star.graphic.GraphicProvider")
    address = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
    address.Name, address.Value = "URL", (HOME / "sea.png").as_uri()
    background = talk.createInstance("com.sun.star.drawing.Background")
    background.FillStyle = uno.Enum("com.sun.star.drawing.FillStyle", "BITMAP")
    background.FillBitmap = provider.queryGraphic((address,))
    slides[2].Background = background
    office.save(talk, "talk.pptx", SLIDES)
    talk.close(True)
with zipfile.ZipFile(HOME / "deck.pptx") as archive:
    members = {name: archive.read(name) for name in archive.namelist()}
with zipfile.ZipFile(HOME / "deck.pptx", "w") as archive:
    for name, data in members.items():
        archive.writestr(name, data.replace(b"Wawes", b"Waves").replace(b'"0000FF"', b'"FF0000"'))
set_option("/org.openoffice.Office.Common/Save/Document", "AutoSaveTimeIntervall", "3")
set_option("/org.openoffice.Setup/L10N", "ooSetupSystemLocale", "de-DE")
