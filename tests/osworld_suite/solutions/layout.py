import subprocess

from office import HOME, Office, paragraphs, set_option
from PIL import Image

subprocess.run(["gsettings", "set", "org.gnome.desktop.interface", "text-scaling-factor", "1.25"], check=True)
with Office() as office:
    document = office.open("paper.docx")
    for paragraph, height in zip(paragraphs(document), (100, 200, 150), strict=True):
        spacing = paragraph.ParaLineSpacing
        spacing.Mode, spacing.Height = 0, height
        paragraph.ParaLineSpacing = spacing
        paragraph.String = paragraph.String.capitalize()
    first = next(paragraphs(document))
    first.ParaAdjust = 3
    styles = document.StyleFamilies.getByName("PageStyles")
    page = styles.getByName(first.PageStyleName)
    page.FooterIsOn = True
    number = document.createInstance("com.sun.star.text.TextField.PageNumber")
    number.NumberingType, number.SubType = 4, 1
    page.FooterText.insertTextContent(page.FooterText.End, number, False)
    office.save(document, "paper.docx", "MS Word 2007 XML")
    document.close(True)
    slides = office.open("cards.pptx")
    slide = slides.DrawPages.getByIndex(0)
    slide.Width, slide.Height = 19050, 25400
    office.save(slides, "cards.pptx", "Impress MS PowerPoint 2007 XML")
    slides.close(True)
set_option("/org.openoffice.Office.Impress/Misc/Start", "EnablePresenterScreen", "false")
for name, box, place in (("triangle", (0, 0, 50, 50), (75, 70)), ("label", (85, 35, 135, 65), (0, 35))):
    picture = Image.open(HOME / f"{name}.png")
    piece = picture.crop(box)
    picture.paste("white", box)
    picture.paste(piece, place)
    picture.save(HOME / f"{name}.png")
