import type { PredictionMessages } from './prediction-messages.ts'

/** The texts about predictions in English. */
export const en: PredictionMessages = {
  title: 'Where will it end?',
  ends: (value, low, high) => `Ends at about ${value} (${low} – ${high})`,
  offBy: (percent) => `At this point, past predictions were off by ${percent} in the median.`,
  none: {
    too_early:
      'Too early to predict the end: predictions start when enough of the event has passed.',
    gap: 'No prediction: the newest data is too old.',
    not_held: 'No prediction: no player holds these ranks.',
    no_past_run: 'No prediction: no past event has these ranks.',
    ended: 'The event is over.',
    not_predicted: 'No prediction: this server has made none for this event.',
  },
  noneOfRank: {
    too_early: 'too early',
    gap: 'data gap',
    not_held: 'no player',
    no_past_run: 'no past event',
    ended: 'ended',
    not_predicted: 'no prediction',
  },
  unmeasured: 'Based on too few past events to measure the error, so the ranges are wide.',
  about: (events) =>
    `An estimate from how ${events === 1 ? 'one past event' : `${String(events)} past events`} went on from this point. It does not consider players, rewards or news.`,
  aboutRate:
    'This is the first event here, so the speed of the last day is continued to the end. The ranges are assumptions, not measurements: do not rely on them.',
  aboutRanges: 'Half of the results fall into the 50% range, nine of ten into the 90% range.',
  forEnd: (time) => `For the end on ${time}.`,
  made: (time) => `Made ${time}.`,
  predicted: 'Predicted end',
  half: '50% range',
  nineOfTen: '90% range',
  ranges: 'Predicted points at the end',
  halfTimeTitle: 'Predicted at half time',
  halfTime: 'At half time',
  halfTimeOf: (value, error) => `half time ${value} ${error}`,
  final: 'Final',
  difference: 'Off by',
  halfTimeNone: 'No prediction was made at half time of this event.',
  halfTimeAbout: 'The prediction after half of the event, compared with the final result.',
  how: 'How predictions work, and how accurate they were',
}
