/**
 * Characters forbidden in names, as the content of a regular expression class with flag `u`:
 * control characters, line ends, and characters that make one name look like another (bidirectional
 * marks, zero-width spaces, lone surrogates). Joiners of emoji and letters are allowed.
 */
export const FORBIDDEN_IN_NAMES = String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff`
