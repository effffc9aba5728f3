/** The tool that a ReqIF document of this service names as its source. */
export const REQIF_TOOL = 'Rulewright'

/** The style of exported XHTML texts: every blank counts. */
export const PRESERVED_BLANKS = 'white-space: pre-wrap'
