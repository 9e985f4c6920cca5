/**
 * Reads JSON with every number as the text that was sent. A double would drop the zeros at the end that checksums count, and digits of a
 * price; Node 20 does not hand the source of a number to a reviver.
 */

/** A text, skipped whole so that digits in it stay what they are, or a number. Without nesting, so that no frame is slow to read. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** @throws SyntaxError when it is not JSON. A number that JSON would refuse (`01`) comes out as its text. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text.replace(TEXT_OR_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`)))
}
