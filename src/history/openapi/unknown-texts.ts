/** A 404 for an event. */
export const NO_EVENT =
  'The region has no event with this id (`not_found`); or its board is not watched and has no data (`not_watched`, with ' +
  'the watched boards in `watched`).'

/** A 404 for the board of a song. */
export const NO_SONG =
  'The board of this song is not watched in this region and has no data (`not_watched`, with the watched boards in ' +
  '`watched`).'

/** A 404 for ranks. */
export const NO_RANK =
  'Or none of the requested ranks is watched (`not_watched`, with the watched ranks in `watched`).'

/** A 404 for a run. */
export const NO_RUN = 'Or no run starts at `startsAt`.'

/** A 404 of an operation without ids. */
export const NEVER =
  'Only for a path that does not exist. Without data the response is `200` with `{}`.'

/** Which event a path with `current` means. */
export const CURRENT =
  'The event is the running one, else the latest that has started, else the next: `event` says which. Bots need no id.'

/** A 404 of a path with `current`. */
export const NO_CURRENT =
  'The region has no event yet (`not_found`); or its board is not watched and has no data (`not_watched`).'
