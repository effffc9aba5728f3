/** The path of the web application. A page has the path of its REST resource below it. */
export const WEB_ROOT = '/app'
