/** Maximum UTF-16 units of HTML that are read. */
const HTML_MAX = 20_000

const BREAK = /^<\/?(?:br|p|div|li|ul|ol|tr|table|h[1-6]|section)\b/i

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/**
 * Returns the text of HTML without tags, with a line for each block; at most `max` characters, then
 * an ellipsis. Reads at most the first 20,000 characters. The result is text, not HTML: escape it.
 */
export function htmlToText(html: string, max: number): string {
  const text = html
    .slice(0, HTML_MAX)
    .replace(/<(style|script)\b[^<]*(?:<(?!\/\1)[^<]*)*<\/\1>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<[^<>]*>/g, (tag) => (BREAK.test(tag) ? '\n' : ''))
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, decodeEntity)
  const lines = text.split('\n').map((line) => line.trim())
  const whole = Array.from(lines.filter((line) => line !== '').join('\n'))
  return whole.length > max ? `${whole.slice(0, max).join('').trimEnd()}…` : whole.join('')
}

function decodeEntity(entity: string, decimal = '', hex = '', name = ''): string {
  if (name !== '') return ENTITIES[name.toLowerCase()] ?? entity
  const code = decimal === '' ? Number.parseInt(hex, 16) : Number(decimal)
  const isText = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isText ? String.fromCodePoint(code) : ''
}
