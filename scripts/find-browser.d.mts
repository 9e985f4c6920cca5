/** Path of a browser, or null. */
export function findBrowser(): Promise<string | null>
/** The one that is there, or one that is installed now; null when neither can be had. */
export function obtainBrowser(): Promise<string | null>
