"""LibreOffice without a screen, for the solutions."""

import subprocess
import time
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

HOME = Path("/home/user")
SETTINGS = HOME / ".config/libreoffice/4/user/registrymodifications.xcu"


class Office:
    """An office that is ended with its context; one that is open on the screen is ended before."""

    def __enter__(self):
        subprocess.run(["pkill", "-x", "soffice.bin"], check=False)
        while (
            subprocess.run(["pgrep", "-x", "soffice.bin"], capture_output=True, check=False).returncode == 0
        ):
            time.sleep(0.2)
        command = ["soffice", "--headless", "--norestore", "--accept=pipe,name=solution;urp"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        for _ in range(300):
            try:
                self.context = resolver.resolve("uno:pipe,name=solution;urp;StarOffice.ComponentContext")
                break
            except NoConnectException:
                time.sleep(0.2)
        self.desktop = self.service("com.sun.star.frame.Desktop")
        return self

    def __exit__(self, *_):
        self.desktop.terminate()
        self.process.wait(30)

    def service(self, name):
        return self.context.ServiceManager.createInstanceWithContext(name, self.context)

    def open(self, name):
        return self.desktop.loadComponentFromURL((HOME / name).as_uri(), "_blank", 0, ())

    def save(self, document, name, kind):
        document.storeToURL((HOME / name).as_uri(), (PropertyValue("FilterName", 0, kind, 0),))


def paragraphs(document):
    """The paragraphs of a text document, without tables."""
    found = document.Text.createEnumeration()
    while found.hasMoreElements():
        item = found.nextElement()
        if item.supportsService("com.sun.star.text.Paragraph"):
            yield item


def set_option(path, name, value):
    """Set an option of LibreOffice while it does not run."""
    item = (
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
    )
    text = SETTINGS.read_text()
    SETTINGS.write_text(text.replace("</oor:items>", f"{item}</oor:items>"))
