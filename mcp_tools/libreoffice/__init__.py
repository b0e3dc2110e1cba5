"""Tools that drive the running LibreOffice over UNO, its remote interface.

Indices, in all tools: slides and spreadsheet rows count from 1, as the screen shows them; paragraphs and
the boxes of a slide count from 0, as the `env_info` tools list them; columns are letters or header titles.
"""
