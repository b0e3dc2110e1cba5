from office import HOME, Office

with Office() as office:
    book = office.open("budget.xlsx")
    sheet = book.Sheets.getByIndex(0)
    sheet.Name = "Budget"
    sheet.getCellRangeByName("A4").String = "Total"
    sheet.getCellRangeByName("B4").Formula = "=SUM(B2:B3)"
    book.CurrentController.freezeAtPosition(0, 1)
    office.save(book, "budget.xlsx", "Calc MS Excel 2007 XML")
    office.save(book, "budget.csv", "Text - txt - csv (StarCalc)")
    office.save(book, "budget.pdf", "calc_pdf_Export")
    book.close(True)
(HOME / "Downloads/leaflet.pdf").rename(HOME / "Documents/leaflet.pdf")
page = HOME / "page.html"
page.write_text(page.read_text().replace("Two", "Three"))
