/**
 * What makes a name look like another one, as the inside of a class of a regular expression (with `u`): marks that turn the
 * direction of all that follows, spaces of no width, and halves of characters. What joins emoji or letters is not among them.
 */
export const MISLEADING = String.raw`\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff`
