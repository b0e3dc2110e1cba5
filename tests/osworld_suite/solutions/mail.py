from pathlib import Path

PROFILE = Path("/home/user/.thunderbird/t5q2a5hp.default-release")
prefs = PROFILE / "prefs.js"
prefs.write_text(prefs.read_text().replace('fcc", true', 'fcc", false'))
(PROFILE / "Mail/Local Folders/msgFilterRules.dat").write_text(
    'version="9"\nlogging="no"\nname="Club"\nenabled="yes"\ntype="17"\naction="Move to folder"\n'
    'actionValue="mailbox://nobody@Local%20Folders/Club"\ncondition="AND (subject,contains,club)"\n'
)
inbox = PROFILE / "Mail/Local Folders/Inbox"
first, _, _ = inbox.read_text().rpartition("FROM - ")
inbox.write_text(first)
