import uno
from office import HOME, Office, paragraphs, set_option

with Office() as office:
    document = office.open("report.docx")
    texts = list(paragraphs(document))
    texts[0].String = "Final report"
    table = document.TextTables.getByIndex(0)
    for name, value in (("A2", "May"), ("B2", "55"), ("A3", "June"), ("B3", "61")):
        table.getCellByName(name).String = value
    cursor = document.Text.createTextCursorByRange(texts[1].Start)
    cursor.goRight(texts[1].String.index("H2O") + 1, False)
    cursor.goRight(1, True)
    cursor.CharEscapement, cursor.CharEscapementHeight = -8, 58
    for text in texts:
        spacing = text.ParaLineSpacing
        spacing.Mode, spacing.Height = 0, 150
        text.ParaLineSpacing = spacing
        stop = uno.createUnoStruct("com.sun.star.style.TabStop")
        stop.Position = 5080
        text.ParaTabStops = (stop,)
    appendix = next(text for text in texts if text.String == "Appendix")
    appendix.BreakType = uno.Enum("com.sun.star.style.BreakType", "PAGE_BEFORE")
    texts[-1].CharStrikeout = 1
    office.save(document, "report.docx", "MS Word 2007 XML")
    document.close(True)
    letter = office.open("letter.docx")
    for text in paragraphs(letter):
        text.CharFontName = "Liberation Mono"
    office.save(letter, "letter.docx", "MS Word 2007 XML")
    letter.close(True)
set_option("/org.openoffice.Office.Writer/DefaultFont", "Standard", "Liberation Mono")
assert (HOME / "report.docx").is_file()
