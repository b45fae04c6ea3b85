/** The status that is written down, as other servers do, of a request whose client left before there was an answer. Nobody is answered it. */
export const CLIENT_LEFT = 499
