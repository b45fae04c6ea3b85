/**
 * What nobody may have in a name, as the inside of a class of a regular expression (with `u`): control characters and line ends,
 * and what makes a name look like another one: marks that turn the direction of all that follows, spaces of no width, and halves of
 * characters. What joins emoji or letters is not among them.
 */
export const FORBIDDEN_IN_NAMES = String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff`
