declare module 'bidi-js' {
  interface EmbeddingLevels {
    readonly levels: Uint8Array
    readonly paragraphs: readonly { readonly start: number; readonly end: number; readonly level: number }[]
  }
  /** The Unicode bidirectional algorithm (UAX #9). */
  interface Bidi {
    getEmbeddingLevels(text: string, baseDirection?: 'ltr' | 'rtl'): EmbeddingLevels
    /** Places of the text's units in the order in which they stand from left to right. */
    getReorderedIndices(text: string, levels: EmbeddingLevels): number[]
    getMirroredCharacter(character: string): string | null
  }
  export default function bidiFactory(): Bidi
}
