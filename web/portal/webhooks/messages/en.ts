import type { ANNOUNCEMENT_CATEGORIES } from '../../../../src/game/messages/announcement-messages.ts'
import type { AnnouncementTab } from '../../../../src/history/calendar/known-announcement.ts'
import type { Condition, MessageType } from '../../../../src/webhooks/conditions/condition.ts'
import type { DeliveryFailure, PauseNote, Preset } from '../../../../src/webhooks/webhook.ts'

/** English, the shape that every other language must have. */
export const en = {
  lead: 'Your server, or a chat channel, is told when something happens. No polling.',
  docs: 'How to receive and verify webhooks',
  none: 'You have no webhooks yet.',
  create: 'New webhook',
  full: 'You have the maximum number of webhooks. Remove one to create another.',
  name: 'Name',
  nameHint: 'Only you see it.',
  nameWrong: 'Enter a name of 1 to 100 characters.',
  url: 'URL',
  urlHint:
    'An https address that accepts POST. It is stored encrypted and never shown in full again.',
  urlKept: 'Leave it empty to keep the current URL.',
  urlWrong: 'Enter an address that starts with https://',
  preset: 'Format',
  presets: {
    standard: 'Signed JSON (Standard Webhooks)',
    discord: 'Discord message',
    slack: 'Slack message',
  } satisfies Readonly<Record<Preset, string>>,
  language: 'Language of chat messages',
  regions: 'Regions',
  regionsWrong: 'Choose at least one region.',
  events: 'Events',
  eventsHint: 'Event IDs separated by commas. Empty: every event.',
  eventsWrong: 'Enter up to 20 event IDs, such as 2004.',
  conditions: 'When',
  conditionsWrong: 'Add at least one condition, with a value in each field.',
  add: 'Add condition',
  removeCondition: (text: string) => `Remove: ${text}`,
  types: {
    'event.announced': 'Event announced',
    'event.started': 'Event started',
    'event.ending': 'Event about to end',
    'event.ended': 'Event ended, final cutoffs known',
    'cutoff.passed': 'Cutoff passes a value',
    'speed.passed': 'Speed of a rank passes a value',
    'prediction.moved': 'Prediction moves',
    'announcement.published': 'New announcement',
    'data.stale': 'Data became stale',
    'data.recovered': 'Data recovered',
    'quota.used': 'Your quota is nearly used',
    'key.expiring': 'Your key is about to expire',
    'webhook.test': 'Test message',
  } satisfies Readonly<Record<MessageType, string>>,
  fields: {
    hours: 'Hours before the end',
    rank: 'Rank',
    points: 'Points',
    pointsPerHour: 'Points per hour',
    percent: 'Percent',
    minutes: 'Minutes without data',
    days: 'Days before',
    categories: 'Categories',
    tab: 'Tab',
  },
  categoryNames: {
    UNSPECIFIED: 'No category',
    OTHER: 'Other',
    EVENT: 'Event',
    GACHA: 'Gacha',
    CAMPAIGN: 'Campaign',
    UPDATE: 'Update',
    MAINTENANCE: 'Maintenance',
    BUG: 'Known issue',
  } satisfies Readonly<Record<(typeof ANNOUNCEMENT_CATEGORIES)[number], string>>,
  anyCategory: 'None chosen: any category.',
  tabs: {
    ALL: 'All announcements',
    OPENING_EVENTS: 'Running events',
    BUG: 'Known issues',
  } satisfies Readonly<Record<AnnouncementTab, string>>,
  save: 'Save',
  saved: 'Saved',
  state: 'State',
  states: { active: 'Active', retrying: 'Retrying', paused: 'Paused' },
  notes: {
    by_owner: 'You paused it. What happens meanwhile is not sent later.',
    failing:
      'No attempt succeeded for 24 hours. Fix the receiver, then resume: pending messages are sent.',
    gone: 'The receiver answered 410 Gone. Resume it if that was a mistake.',
    unreadable:
      'Its URL and secret can no longer be read, because the key pepper of this server changed. Remove it and create it again.',
  } satisfies Readonly<Record<PauseNote, string>>,
  retrying: (failures: string, next: string) =>
    `The last ${failures} attempts failed. Next attempt ${next}.`,
  target: 'Target',
  back: 'All webhooks',
  edit: 'Edit',
  test: 'Send test',
  testSent: 'Test message queued',
  pause: 'Pause',
  resume: 'Resume',
  rotate: 'Rotate secret',
  rotateHelp:
    'You get a new secret. Messages are signed with both for 24 hours, so that you can switch.',
  rotateNow: 'Stop signing with the old secret now',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeHelp: 'Pending messages are not sent. This cannot be undone.',
  removed: 'Webhook removed',
  secret: {
    title: 'Signing secret',
    warning: 'Copy it now. It is shown only once and cannot be recovered.',
    help: 'Your receiver verifies each message with it.',
    done: 'I have copied the secret',
    leave: 'The secret is shown only once. Have you copied it?',
  },
  deliveries: 'Deliveries',
  deliveriesHelp: 'The last 7 days, newest first.',
  noDeliveries: 'Nothing has been sent yet. Send a test to try it out.',
  deliveryStates: { pending: 'Pending', delivered: 'Delivered' },
  attempts: (n: string) => `Attempts: ${n}`,
  request: 'Request',
  answer: 'Answer',
  noAnswer: 'Empty',
  again: 'Send again',
  queued: 'Queued',
  older: 'Older deliveries',
  failures: {
    dns: 'host not found',
    address_not_allowed: 'address not allowed',
    connection: 'connection failed',
    tls: 'certificate not valid',
    timeout: 'no answer within 5 s',
    bad_answer: 'answer is not HTTP',
  } satisfies Readonly<Record<DeliveryFailure, string>>,
  describe: {
    'event.ending': (hours: string) => `Ends in ${hours} h`,
    'cutoff.passed': (rank: string, points: string) => `Rank ${rank} passes ${points}`,
    'speed.passed': (rank: string, points: string) => `Rank ${rank} passes ${points} per hour`,
    'prediction.moved': (rank: string, percent: string) =>
      `Prediction of rank ${rank} moves by ${percent}`,
    'data.stale': (minutes: string) => `No data for ${minutes} min`,
    'data.recovered': (minutes: string) => `Data is back after ${minutes} min or more`,
    'quota.used': (percent: string) => `Daily quota used to ${percent}`,
    'key.expiring': (days: string) => `Key expires in ${days} days`,
  },
}

/** The messages of webhooks in one language. */
export type WebhookMessages = typeof en

/** Names of the fields of conditions. */
export type ConditionField = keyof WebhookMessages['fields']

/** Types of conditions that a person can add. */
export type ConditionType = Condition['type']
