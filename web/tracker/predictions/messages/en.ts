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
  unmeasured: 'From too few past events to say how far it may be off: the ranges are wide.',
  about: (events) =>
    `An estimate from how ${events === 1 ? 'one past event' : `${String(events)} past events`} went on from this point. It knows nothing of players, rewards or news.`,
  aboutRate:
    'The first event here: the speed of the last day, continued to the end. The ranges are assumed, not measured. Do not rely on them.',
  aboutRanges: 'Half of the results fall into the 50 % range, nine of ten into the 90 % range.',
  forEnd: (time) => `For the end on ${time}.`,
  made: (time) => `Made ${time}.`,
  predicted: 'Predicted end',
  half: '50 % range',
  nineOfTen: '90 % range',
  ranges: 'Predicted points at the end',
  halfTimeTitle: 'Predicted at half time',
  halfTime: 'At half time',
  halfTimeOf: (value, error) => `half time ${value} ${error}`,
  final: 'Final',
  difference: 'Off by',
  halfTimeNone: 'No prediction was made at half time of this event.',
  halfTimeAbout: 'What was predicted when half of the event had passed, beside the final result.',
  how: 'How predictions are made, and how right they were',
}
