/**
 * The status logged, as by other servers, for a request whose client disconnected before the
 * response. It is never sent.
 */
export const CLIENT_LEFT = 499
