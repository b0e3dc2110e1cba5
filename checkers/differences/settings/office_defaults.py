"""LibreOffice's own values of settings, which it writes as well when a page of its options is left with OK.

They are those of its registry (the .xcd files of version 7.4, en-US) that are neither empty nor text with spaces, of
the parts that its options show.
"""

from __future__ import annotations

_GROUPS = {
    "Office.Calc/Calculate/IterativeReference": "Iteration=false MinimumChange=0.001 Steps=100",
    "Office.Calc/Calculate/Other": (
        "CaseSensitive=true DecimalPlaces=-1 FindLabel=false Precision=false RegularExpressions=false "
        "SearchCriteria=true Wildcards=true"
    ),
    "Office.Calc/Calculate/Other/Date": "DD=30 MM=12 YY=1899",
    "Office.Calc/Compatibility/MergeCells": "EmptyMergedCells=false ShowDialog=true",
    "Office.Calc/Content/Display": (
        "Anchor=true Chart=0 DrawingObject=0 Formula=false NoteTag=true ObjectGraphic=0 TextOverflow=true "
        "ValueHighlighting=false ZeroValue=true"
    ),
    "Office.Calc/Content/Update": "Link=2",
    "Office.Calc/Defaults/Sheet": "JumboSheets=false SheetCount=1",
    "Office.Calc/Filter/Export/MS_Excel": "TruncateLongSheetNames=true",
    "Office.Calc/Filter/Import/Lotus123": "WK3=false",
    "Office.Calc/Filter/Import/MS_Excel": "ColScale=1.0 RowScale=1.0",
    "Office.Calc/Filter/Import/VBA": "Executable=true Load=true Save=true UseExport=true",
    "Office.Calc/Formula/Calculation": "UseThreadedCalculationForFormulaGroups=true",
    "Office.Calc/Formula/Load": "ODFRecalcMode=1 OOXMLRecalcMode=1",
    "Office.Calc/Formula/Syntax": "EmptyStringAsZero=false EnglishFunctionName=false",
    "Office.Calc/Grid/Option": "SizeToGrid=true SnapToGrid=false Synchronize=true VisibleGrid=false",
    "Office.Calc/Grid/Option/XAxis": "Metric=1000 NonMetric=1270",
    "Office.Calc/Grid/Option/YAxis": "Metric=1000 NonMetric=1270",
    "Office.Calc/Grid/Resolution/XAxis": "Metric=1000 NonMetric=1270",
    "Office.Calc/Grid/Resolution/YAxis": "Metric=1000 NonMetric=1270",
    "Office.Calc/Grid/Subdivision": "XAxis=1 YAxis=1",
    "Office.Calc/Input": (
        "AutoInput=true DetectiveAuto=true EnterPasteMode=true ExpandFormatting=false "
        "ExpandReference=false HighlightSelection=true LegacyCellSelection=false MoveSelection=true "
        "MoveSelectionDirection=0 ReplaceCellsWarning=true ShowReference=true SwitchToEditMode=false "
        "UpdateReferenceOnSort=false UsePrinterMetrics=false UseTabCol=false"
    ),
    "Office.Calc/Layout/Line": (
        "GridLine=true GridLineColor=12632256 GridOnColoredCells=false Guide=false LargeControlPoint=true "
        "PageBreak=true SimpleControlPoint=false"
    ),
    "Office.Calc/Layout/Other": (
        "StatusbarFunction=1 StatusbarMultiFunction=514 TabbarInlineWithScrollbar=false"
    ),
    "Office.Calc/Layout/Other/MeasureUnit": "Metric=2 NonMetric=8",
    "Office.Calc/Layout/Other/TabStop": "Metric=1250 NonMetric=1270",
    "Office.Calc/Layout/Window": (
        "ColumnRowHeader=true HorizontalScroll=true OutlineSymbol=true SearchSummary=true SheetTab=true "
        "ThemedCursor=false VerticalScroll=true"
    ),
    "Office.Calc/Misc/DefaultObjectSize": "Height=5000 Width=8000",
    "Office.Calc/Misc/SharedDocument": "ShowWarning=true",
    "Office.Calc/Print/Other": "AllSheets=false",
    "Office.Calc/Print/Page": "EmptyPages=false ForceBreaks=false",
    "Office.Calc/Revision/Color": "Change=-1 Deletion=-1 Insertion=-1 MovedEntry=-1",
    "Office.Common/Accessibility": (
        "AutoDetectSystemHC=false ColorValueSetColumnCount=12 EdgeBlending=35 HelpTipSeconds=4 "
        "IsAllowAnimatedGraphics=true IsAllowAnimatedText=true IsAutomaticFontColor=false "
        "IsForPagePreviews=true IsHelpTipsDisappear=true IsSelectionInReadonly=false "
        "ListBoxMaximumLineCount=25 PreviewUsesCheckeredBackground=false"
    ),
    "Office.Common/AsianLayout": "CompressCharacterDistance=0 IsKerningWesternTextOnly=true",
    "Office.Common/AutoCorrect": (
        "AddNonBreakingSpace=true CapitalAtStartSentence=true ChangeAngleQuotes=true ChangeDash=true "
        "ChangeOrdinalNumber=true ChangeUnderlineWeight=false CorrectAccidentalCapsLock=true "
        "RemoveDoubleSpaces=false ReplaceDoubleQuote=true ReplaceSingleQuote=true SetInetAttribute=true "
        "TransliterateRTL=true TwoCapitalsAtStart=true UseReplacementTable=true"
    ),
    "Office.Common/AutoCorrect/Exceptions": "CapitalAtStartSentence=true TwoCapitalsAtStart=true",
    "Office.Common/Drawinglayer": (
        "AntiAliasing=true MaximumPaperBottomMargin=9999 MaximumPaperHeight=600 "
        "MaximumPaperLeftMargin=9999 MaximumPaperRightMargin=9999 MaximumPaperTopMargin=9999 "
        "MaximumPaperWidth=600 OverlayBuffer=true OverlayBuffer_Calc=true OverlayBuffer_DrawImpress=true "
        "OverlayBuffer_Writer=true PaintBuffer=true PaintBuffer_Calc=true PaintBuffer_DrawImpress=true "
        "PaintBuffer_Writer=true Quadratic3DRenderLimit=1000000 QuadraticFormControlRenderLimit=45000 "
        "RenderDecoratedTextDirect=true RenderSimpleTextDirect=true SelectionMaximumLuminancePercent=70 "
        "SnapHorVerLinesToDiscrete=true SolidDragCreate=true StripeColorA=0 StripeColorB=16777215 "
        "StripeLength=4 TransparentSelection=true TransparentSelectionPercent=75"
    ),
    "Office.Common/Font/SourceViewFont": "NonProportionalFontsOnly=true",
    "Office.Common/Font/Substitution": "Replacement=false",
    "Office.Common/Font/View": "ShowFontBoxWYSIWYG=true",
    "Office.Common/Help": (
        "BuiltInHelpNotInstalledPopUp=true ExtendedTip=false "
        "HelpRootURL=https://help.libreoffice.org/help.html? HelpStyleSheet=Default ShowBasic=true "
        "System=UNIX Tip=true"
    ),
    "Office.Common/Help/StartCenter": (
        "AddFeatureURL=https://extensions.libreoffice.org/ InfoURL=https://www.libreoffice.org/ "
        "StartCenterThumbnailsBackgroundColor=6710886 StartCenterThumbnailsHighlightColor=14540253 "
        "StartCenterThumbnailsHighlightTextColor=3355443 StartCenterThumbnailsTextColor=15658734 "
        "TemplateRepositoryURL=https://extensions.libreoffice.org/template-center/"
    ),
    "Office.Common/I18N/CJK": (
        "AsianTypography=false CJKFont=false ChangeCaseMap=false DoubleLines=false EmphasisMarks=false "
        "JapaneseFind=false Ruby=false VerticalCallOut=false VerticalText=false"
    ),
    "Office.Common/I18N/CTL": (
        "CTLCursorMovement=0 CTLFont=false CTLSequenceChecking=false CTLSequenceCheckingRestricted=false "
        "CTLSequenceCheckingTypeAndReplace=false CTLTextNumerals=0"
    ),
    "Office.Common/InternalMSExport": "UseOldExport=false",
    "Office.Common/Load": (
        "DetectWebDAVRedirection=true DisableBuiltinStyles=false ShowOfficeUpdateDialog=true "
        "UserDefinedSettings=true"
    ),
    "Office.Common/Misc": (
        "AllowEditReadonlyDocs=true AllowOverrideLocking=true CrashReport=true "
        "DisableUICustomization=false ExperimentalMode=false FindReplaceRememberedSearches=10 "
        "FormControlPilotsEnabled=true MacroRecorderMode=false NotebookbarIconSize=0 "
        "PerformFileExtCheck=false Persona=default PluginsEnabled=true PreloadJVM=false "
        "ScreenshotMode=false ShowLinkWarningDialog=true ShowTipOfTheDay=true SidebarIconSize=0 "
        "SymbolSet=2 SymbolStyle=auto ToolboxStyle=1 UseDocumentOOoLockFile=true "
        "UseDocumentSystemFileLocking=true UseLocking=true UseSystemFileDialog=true "
        "UseSystemPrintDialog=false UseWebDAVFileLocking=true WriteLayerStateAsConfigItem=true"
    ),
    "Office.Common/Print": "PrintingModifiesDocument=false",
    "Office.Common/Print/Dialog": "LayoutSectionExpanded=false RangeSectionExpanded=false",
    "Office.Common/Print/Option/File": (
        "ConvertToGreyscales=false PDFAsStandardPrintJobFormat=true ReduceBitmaps=false "
        "ReduceGradients=false ReduceTransparency=false ReducedBitmapIncludesTransparency=true "
        "ReducedBitmapMode=1 ReducedBitmapResolution=3 ReducedGradientMode=0 ReducedGradientStepCount=64 "
        "ReducedTransparencyMode=0"
    ),
    "Office.Common/Print/Option/Printer": (
        "ConvertToGreyscales=false PDFAsStandardPrintJobFormat=true ReduceBitmaps=false "
        "ReduceGradients=false ReduceTransparency=false ReducedBitmapIncludesTransparency=true "
        "ReducedBitmapMode=1 ReducedBitmapResolution=3 ReducedGradientMode=0 ReducedGradientStepCount=64 "
        "ReducedTransparencyMode=0"
    ),
    "Office.Common/Print/Warning": (
        "NotFound=false PaperOrientation=false PaperSize=false Transparency=true"
    ),
    "Office.Common/Save": "WorkingSet=false",
    "Office.Common/Save/Document": (
        "AlwaysSaveAs=false AutoSave=false AutoSavePrompt=true AutoSaveTimeIntervall=10 "
        "CreateBackup=false EditProperty=false GenerateThumbnail=true LoadPrinter=true "
        "PrettyPrinting=false Unpacked=false UseUserData=true ViewInfo=true WarnAlienFormat=true"
    ),
    "Office.Common/Save/Graphic": "AddReplacementImages=true Format=1",
    "Office.Common/Save/ODF": "DefaultVersion=3",
    "Office.Common/Save/URL": "FileSystem=true Internet=true",
    "Office.Common/SearchOptions": (
        "IsBackwards=false IsIgnoreDiacritics_CTL=false IsIgnoreKashida_CTL=true IsMatchCase=false "
        "IsNotes=false IsSearchForStyles=false IsSearchFormatted=false IsSimilaritySearch=false "
        "IsUseAsianOptions=false IsUseRegularExpression=false IsUseWildcard=false IsWholeWordsOnly=false"
    ),
    "Office.Common/SearchOptions/Japanese": (
        "IsIgnoreMiddleDot=true IsIgnoreProlongedSoundMark=true IsIgnorePunctuation=true "
        "IsIgnoreWhitespace=true IsMatchContractions=true IsMatchFullHalfWidthForms=true "
        "IsMatchHiraganaKatakana=true IsMatchMinusDashCho-on=true IsMatchOldKanaForms=true "
        "IsMatchRepeatCharMarks=true IsMatchVariantFormKanji=true IsMatch_BaVa_HaFa=true "
        "IsMatch_DiZi_DuZu=true IsMatch_HyuIyu_ByuVyu=true IsMatch_IaIya=true IsMatch_KiKu=true "
        "IsMatch_SeShe_ZeJe=true IsMatch_TsiThiChi_DhiZi=true"
    ),
    "Office.Common/Security": "EnableExpertConfiguration=true LoadExoticFileFormats=2",
    "Office.Common/Security/OpenPGP": "MinimalKeyExport=false",
    "Office.Common/Security/Scripting": (
        "BlockUntrustedRefererLinks=false CheckDocumentEvents=true Confirmation=true "
        "DisableMacrosExecution=false ExecutePlugins=true HyperlinksWithCtrlClick=true "
        "MacroSecurityLevel=2 OfficeBasic=1 RecommendPasswordProtection=false "
        "RemovePersonalInfoOnSaving=false WarnCreatePDF=false WarnPrintDoc=false WarnSaveOrSendDoc=false "
        "WarnSignDoc=true Warning=false"
    ),
    "Office.Common/VCL": (
        "AnimationsEnabled=true DisableOpenGL=false ForceSkia=false ForceSkiaRaster=false "
        "PDFExportImageCacheSize=15 ReduceTransparencyMinArea=25 UseSkia=false"
    ),
    "Office.Common/View/AppWindow": "FullScreen=false Preference=0",
    "Office.Common/View/Dialog": "ButtonFlat=true ButtonLarge=false MiddleMouseButton=2 MousePositioning=2",
    "Office.Common/View/FontAntiAliasing": "Enabled=true MinPixelHeight=8",
    "Office.Common/View/Menu": (
        "DontHideDisabledEntry=true FollowMouse=true IsSystemIconsInMenus=true ShortcutsInContextMenus=2 "
        "ShowIconsInMenues=true"
    ),
    "Office.Common/View/NewDocumentHandling": "ForceFocusAndToFront=false",
    "Office.Common/View/Window": "Drag=2 State=false",
    "Office.Draw/Content/Display": (
        "ContourMode=false LineContour=false PicturePlaceholder=false TextPlaceholder=false"
    ),
    "Office.Draw/Grid/Option": "SnapToGrid=true Synchronize=false VisibleGrid=false",
    "Office.Draw/Grid/Resolution/XAxis": "Metric=1000 NonMetric=1270",
    "Office.Draw/Grid/Resolution/YAxis": "Metric=1000 NonMetric=1270",
    "Office.Draw/Grid/SnapGrid": "Size=true",
    "Office.Draw/Grid/SnapGrid/XAxis": "Metric=1000 NonMetric=1270",
    "Office.Draw/Grid/SnapGrid/YAxis": "Metric=1000 NonMetric=1270",
    "Office.Draw/Grid/Subdivision": "XAxis=3 YAxis=3",
    "Office.Draw/Layout/Display": "Bezier=false Contour=true Guide=false Helpline=false Ruler=true",
    "Office.Draw/Layout/Other/MeasureUnit": "Metric=2 NonMetric=8",
    "Office.Draw/Layout/Other/TabStop": "Metric=1250 NonMetric=1270",
    "Office.Draw/Misc": (
        "BackgroundCache=true CopyWhileMoving=true DclickTextedit=true ModifyWithAttributes=true "
        "NoDistort=false ObjectMoveable=true Preview=0 RotateClick=true ShowComments=true"
    ),
    "Office.Draw/Misc/Compatibility": "PrinterIndependentLayout=2",
    "Office.Draw/Misc/CrossFading": "Attributes=true Orientation=true Steps=16",
    "Office.Draw/Misc/DefaultObjectSize": "Height=5000 Width=8000",
    "Office.Draw/Misc/TextObject": "QuickEditing=true Selectable=false",
    "Office.Draw/Print/Content": "Drawing=true",
    "Office.Draw/Print/Other": (
        "Date=false FromPrinterSetup=false HiddenPage=true PageName=false Quality=0 Time=false"
    ),
    "Office.Draw/Print/Page": (
        "Booklet=false BookletBack=true BookletFront=true PageSize=false PageTile=false"
    ),
    "Office.Draw/Snap/Object": (
        "Grid=false ObjectFrame=false ObjectPoint=false PageMargin=true Range=5 SnapLine=false"
    ),
    "Office.Draw/Snap/Position": (
        "CreatingMoving=false ExtendEdges=true PointReduction=1500 Rotating=false RotatingValue=1500"
    ),
    "Office.Impress/Content/Display": (
        "ContourMode=false LineContour=false PicturePlaceholder=false TextPlaceholder=false"
    ),
    "Office.Impress/Grid/Option": "SnapToGrid=true Synchronize=false VisibleGrid=false",
    "Office.Impress/Grid/Resolution/XAxis": "Metric=2000 NonMetric=2540",
    "Office.Impress/Grid/Resolution/YAxis": "Metric=2000 NonMetric=2540",
    "Office.Impress/Grid/SnapGrid": "Size=true",
    "Office.Impress/Grid/SnapGrid/XAxis": "Metric=100 NonMetric=1270",
    "Office.Impress/Grid/SnapGrid/YAxis": "Metric=100 NonMetric=1270",
    "Office.Impress/Grid/Subdivision": "XAxis=3 YAxis=3",
    "Office.Impress/Layout/Display": "Bezier=false Contour=true Guide=false Helpline=false Ruler=false",
    "Office.Impress/Layout/Other/MeasureUnit": "Metric=2 NonMetric=8",
    "Office.Impress/Layout/Other/TabStop": "Metric=1250 NonMetric=1270",
    "Office.Impress/Misc": (
        "BackgroundCache=true CopyWhileMoving=true DclickTextedit=true Display=0 "
        "ModifyWithAttributes=true NoDistort=false ObjectMoveable=true PenColor=16711680 PenWidth=150 "
        "Preview=0 PreviewChangedEffects=true PreviewNewEffects=true PreviewTransitions=true "
        "RotateClick=true ShowComments=true ShowUndoDeleteWarning=true SlideshowRespectZOrder=true "
        "TabBarVisible=false"
    ),
    "Office.Impress/Misc/Compatibility": "AddBetween=false PrinterIndependentLayout=2",
    "Office.Impress/Misc/DefaultObjectSize": "Height=5000 Width=8000",
    "Office.Impress/Misc/NewDoc": "AutoPilot=true Layout=true",
    "Office.Impress/Misc/Start": "EnablePresenterScreen=true EnableSdremote=false",
    "Office.Impress/Misc/TextObject": "QuickEditing=true Selectable=false",
    "Office.Impress/Print/Content": "Handout=false Note=false Outline=false Presentation=true",
    "Office.Impress/Print/Other": (
        "Date=false FromPrinterSetup=false HandoutHorizontal=false HiddenPage=true PageName=false "
        "PagesPerHandout=0 Quality=0 Time=false"
    ),
    "Office.Impress/Print/Page": (
        "Booklet=false BookletBack=true BookletFront=true PageSize=false PageTile=false"
    ),
    "Office.Impress/Snap/Object": (
        "Grid=true ObjectFrame=true ObjectPoint=false PageMargin=true Range=5 SnapLine=true"
    ),
    "Office.Impress/Snap/Position": (
        "CreatingMoving=false ExtendEdges=true PointReduction=1500 Rotating=false RotatingValue=1500"
    ),
    "Office.Linguistic/General": "IsIgnoreControlCharacters=true",
    "Office.Linguistic/General/DictionaryList": "IsUseDictionaryList=true",
    "Office.Linguistic/GrammarChecking": "IsAutoCheck=true IsInteractiveCheck=true",
    "Office.Linguistic/GrammarChecking/LanguageTool": "IsEnabled=false",
    "Office.Linguistic/Hyphenation": (
        "IsHyphAuto=false IsHyphSpecial=true MinLeading=2 MinTrailing=2 MinWordLength=5"
    ),
    "Office.Linguistic/SpellChecking": (
        "IsReverseDirection=false IsSpellAuto=true IsSpellCapitalization=true IsSpellSpecial=true "
        "IsSpellUpperCase=true IsSpellWithDigits=false"
    ),
    "Office.Math/LoadSave": "IsSaveOnlyUsedSymbols=true",
    "Office.Math/Misc": (
        "AutoCloseBrackets=true DefaultSmSyntaxVersion=5 IgnoreSpacesRight=true SmEditWindowZoomFactor=100"
    ),
    "Office.Math/Print": "FormulaText=false Frame=false Size=0 Title=false ZoomFactor=100",
    "Office.Math/View": "AutoRedraw=true FormulaCursor=true ToolboxVisible=true",
    "Office.Writer/Content/Display": (
        "DefaultAnchor=1 DrawingControl=true FieldCode=false GraphicObject=true Note=true "
        "ShowChangesInMargin=false ShowContentTips=true ShowInlineTooltips=true "
        "ShowOutlineContentVisibilityButton=false Table=true TreatSubOutlineLevelsAsContent=false "
        "UseHeaderFooterMenu=true"
    ),
    "Office.Writer/Content/NonprintingCharacter": (
        "Bookmarks=true Break=true HiddenCharacter=false HiddenParagraph=false HiddenText=false "
        "MetaCharacters=false OptionalHyphen=true ParagraphEnd=true ProtectedSpace=true Space=true "
        "Tab=true"
    ),
    "Office.Writer/Content/Update": "Chart=true Field=true Link=1",
    "Office.Writer/Cursor/DirectCursor": "Insert=2 UseDirectCursor=false",
    "Office.Writer/Cursor/Option": "IgnoreProtectedArea=false ProtectedArea=true",
    "Office.Writer/Filter/Import/DOCX": "ImportComboBoxAsDropDown=true",
    "Office.Writer/Filter/Import/HTML": "IgnoreComments=true",
    "Office.Writer/Filter/Import/VBA": "Executable=true Load=true Save=true",
    "Office.Writer/Grid/Option": "SnapToGrid=false Synchronize=false VisibleGrid=false",
    "Office.Writer/Grid/Resolution": "XAxis=1000 YAxis=1000",
    "Office.Writer/Grid/Subdivision": "XAxis=3 YAxis=3",
    "Office.Writer/Layout/Line": "Guide=false LargeControlPoint=true SimpleControlPoint=true",
    "Office.Writer/Layout/Other": (
        "ApplyCharUnit=true IsAlignMathObjectsToBaseline=true IsSquaredPageMode=true TabStop=1250"
    ),
    "Office.Writer/Layout/ViewLayout": "BookMode=false Columns=1",
    "Office.Writer/Layout/Window": (
        "HorizontalRuler=true HorizontalScroll=true IsVerticalRulerRight=false ShowRulers=true "
        "ShowScrollBarTips=true SmoothScroll=false VerticalRuler=false VerticalScroll=true"
    ),
    "Office.Writer/Misc": "GraphicToGalleryAsLink=true",
    "Office.Writer/Print": "EmptyPages=true",
    "Office.Writer/Print/Content": (
        "Background=true Control=true Drawing=true Graphic=true Note=0 PrintBlack=false "
        "PrintHiddenText=false PrintPlaceholders=false Table=true"
    ),
    "Office.Writer/Print/Output": "SinglePrintJob=false",
    "Office.Writer/Print/Page": (
        "Brochure=false BrochureRightToLeft=false LeftPage=true Reversed=false RightPage=true"
    ),
    "Office.Writer/Print/Papertray": "FromPrinterSetup=false",
    "Office.Writer/Revision/LinesChanged": "Color=0 Mark=3",
    "Office.Writer/Revision/TextDisplay/ChangedAttribute": "Attribute=1 Color=-1",
    "Office.Writer/Revision/TextDisplay/Delete": "Attribute=3 Color=-1",
    "Office.Writer/Revision/TextDisplay/Insert": "Attribute=3 Color=-1",
    "Office.Writer/Table/Change": "Effect=2",
    "Office.Writer/Table/Input": (
        "Alignment=false NumberFormatRecognition=false NumberRecognition=false SplitVerticalByDefault=false"
    ),
    "Office.Writer/Table/Insert": "Column=2500 Row=500",
    "Office.Writer/Table/Shift": "Column=500 Row=500",
    "Office.WriterWeb/Content/Display": (
        "DrawingControl=true FieldCode=false GraphicObject=true Note=true PreventTips=false Table=true"
    ),
    "Office.WriterWeb/Content/Highlighting": "Field=true",
    "Office.WriterWeb/Content/NonprintingCharacter": (
        "Break=true MetaCharacters=false OptionalHyphen=true ParagraphEnd=true ProtectedSpace=true Space=true"
    ),
    "Office.WriterWeb/Grid/Option": "SnapToGrid=false Synchronize=false VisibleGrid=false",
    "Office.WriterWeb/Grid/Resolution": "XAxis=1000 YAxis=1000",
    "Office.WriterWeb/Grid/Subdivision": "XAxis=3 YAxis=3",
    "Office.WriterWeb/Layout/Line": "Guide=false LargeControlPoint=true SimpleControlPoint=true",
    "Office.WriterWeb/Layout/Other": "IsAlignMathObjectsToBaseline=true",
    "Office.WriterWeb/Layout/Window": (
        "HorizontalRuler=true HorizontalScroll=true ShowRulers=true SmoothScroll=false "
        "VerticalRuler=false VerticalScroll=true"
    ),
    "Office.WriterWeb/Print/Content": (
        "Background=true Control=true Graphic=true Note=0 PrintBlack=false Table=true"
    ),
    "Office.WriterWeb/Print/Output": "SinglePrintJob=false",
    "Office.WriterWeb/Print/Page": "Brochure=false BrochureRightToLeft=false Reversed=false",
    "Office.WriterWeb/Print/Papertray": "FromPrinterSetup=false",
    "Office.WriterWeb/Table/Change": "Effect=2",
    "Office.WriterWeb/Table/Input": (
        "Alignment=false NumberFormatRecognition=true NumberRecognition=true SplitVerticalByDefault=false"
    ),
    "Office.WriterWeb/Table/Insert": "Column=2500 Row=500",
    "Office.WriterWeb/Table/Shift": "Column=500 Row=500",
    "UserProfile/Data": "UserGroup=UserGroup encrypttoself=true",
}
"""Names and values, by the path that they have in common."""
_OTHERS = {
    "Office.Calc/Compatibility/KeyBindings/BaseGroup": "0",
    "Office.Calc/SortList/List": "\n".join(
        (
            "Sun,Mon,Tue,Wed,Thu,Fri,Sat",
            "Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday",
            "Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec",
            "January,February,March,April,May,June,July,August,September,October,November,December",
            "Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Shabbat",
            "Nissan,Iyar,Sivan,Tammuz,Av,Elul,Tishri,Heshvan,Kislev,Tevet,Shevat,Adar,Adar B",
        )
    ),
    "Office.Common/Font/SourceViewFont/FontName": "Automatic",
}
"""Those that the registry does not have."""

DEFAULTS = {
    f"{path}/{name}": value
    for path, words in _GROUPS.items()
    for name, _, value in (word.partition("=") for word in words.split())
} | _OTHERS
"""The values, lists with an item a line, by the names of the settings. Those that are missing are empty."""
