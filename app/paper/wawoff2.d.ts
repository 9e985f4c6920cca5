declare module 'wawoff2' {
  /** A font as it is sent over the web (WOFF2) in the form that is put into a document. */
  export function decompress(font: Uint8Array): Promise<Uint8Array>
}
