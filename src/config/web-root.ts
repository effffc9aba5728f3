/** The web application's address; a page is this and the path of its REST address. */
export const WEB_ROOT = '/app'
