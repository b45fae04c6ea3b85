import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { PointsField } from '../components/points-field.tsx'
import { retainStream } from '../data/retain-stream.ts'
import { runName } from '../data/run-name.ts'
import type { Subject } from '../data/subject.ts'
import type { BoardData } from '../data/use-board.ts'
import { useNow } from '../data/use-now.ts'
import { runStateAt } from '../event/run-state.ts'
import { parsePoints } from '../standing/standing.ts'
import type { PageProps } from '../view/page.ts'
import { BELL_MESSAGES } from './bell-messages.ts'
import { compareRules, dueRules, withRule, type BellRule } from './bell-rules.ts'
import { rulesOfRun, withRunRules } from './stored-rules.ts'

/** Props of {@link BellPanel}. */
export interface BellPanelProps {
  readonly page: PageProps
  readonly subject: Subject
  readonly data: BoardData
}

/** Longest time before the end, in hours. */
const HOURS_MAX = 999

/** Milliseconds for which the rules of a run are stored whose end is unknown. */
const UNKNOWN_END_MS = 31 * 86_400_000

/**
 * Renders what the reader wants to hear of in a running event, and tells it. The rules are stored
 * on this device until they are told or the event ends.
 */
export function BellPanel({ page, subject, data }: BellPanelProps): JSX.Element | undefined {
  const { run } = subject
  const nowMs = useNow()
  const key = run === undefined ? '' : runName(run)
  const { bell } = page.preferences
  const rules = useMemo(() => rulesOfRun(bell, key), [bell, key])
  const [told, setTold] = useState('')
  const change = (changed: (known: readonly BellRule[]) => readonly BellRule[]) => {
    if (run === undefined) return
    const untilMs = run.endsAtMs || run.startsAtMs + UNKNOWN_END_MS
    page.prefer({ bell: withRunRules(bell, { run: key, untilMs, rules: changed(rules) }, nowMs) })
  }
  const leftMs = (run?.endsAtMs ?? Infinity) - nowMs
  const due = dueRules(rules, data.board?.reading?.places ?? [], leftMs)
  useEffect(() => {
    if (due.length === 0) return
    const text = due.map((rule) => describe(page, rule, 'has')).join(' · ')
    change((known) => known.filter((rule) => !due.includes(rule)))
    setTold(text)
    notify(text)
  }, [due.length])
  const waits = rules.some(({ kind }) => kind === 'points')
  useEffect(() => {
    retainStream(key, waits)
    return () => retainStream(key, false)
  }, [key, waits])
  if (run === undefined || runStateAt(run, nowMs) !== 'running') return undefined
  const messages = BELL_MESSAGES[page.lang]
  const feeds = `/api/public/v1/game/${subject.region}/feeds/events`
  return (
    <section class="card bell" aria-labelledby="bell">
      <div class="card-head">
        <h2 id="bell">{messages.title}</h2>
      </div>
      <RuleForm
        page={page}
        data={data}
        onAdd={(added) => change((known) => added.reduce(withRule, known))}
      />
      {rules.length > 0 && (
        <ul class="goals">
          {rules.toSorted(compareRules).map((rule) => (
            <li class="bell-rule" key={JSON.stringify(rule)}>
              <span>{describe(page, rule, 'when')}</span>{' '}
              <button
                type="button"
                aria-label={`${messages.remove}: ${describe(page, rule, 'when')}`}
                onClick={() => change((known) => known.filter((other) => other !== rule))}
              >
                {messages.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="standing-place" role="status">
        {told}
      </p>
      <p class="quiet">{canNotify() ? messages.help : messages.blocked}</p>
      <p class="card-links">
        <a href={`${feeds}.ics?language=${page.lang}&alarm=3h`}>{messages.calendar}</a>{' '}
        <a href={`${feeds}.atom?language=${page.lang}`}>{messages.feed}</a>
      </p>
    </section>
  )
}

/** Renders the fields of a new rule: a rank with its points, or hours before the end. */
function RuleForm({
  page: { lang, format },
  data,
  onAdd,
}: Pick<BellPanelProps, 'page' | 'data'> & {
  readonly onAdd: (rules: readonly BellRule[]) => void
}): JSX.Element {
  const messages = BELL_MESSAGES[lang]
  const [rank, setRank] = useState(String(data.ranks.at(-1) ?? ''))
  const [points, setPoints] = useState('')
  const [hours, setHours] = useState('')
  const add = (event: Event) => {
    event.preventDefault()
    const [wanted, left] = [parsePoints(points), parsePoints(hours)]
    if (wanted === undefined && left === undefined) return
    const isLeft = left !== undefined && left > 0 && left <= HOURS_MAX
    onAdd([
      ...(wanted === undefined
        ? []
        : [{ kind: 'points' as const, rank: Number(rank), points: wanted }]),
      ...(isLeft ? [{ kind: 'left' as const, hours: left }] : []),
    ])
    setPoints('')
    setHours('')
    askForNotifications()
  }
  return (
    <form class="standing-form" onSubmit={add}>
      <label class="points-field">
        <span>{messages.rank}</span>
        <select value={rank} onChange={({ currentTarget }) => setRank(currentTarget.value)}>
          {data.ranks.map((one) => (
            <option key={one} value={one}>
              {format.number(one)}
            </option>
          ))}
        </select>
      </label>
      <PointsField label={messages.points} value={points} onInput={setPoints} />
      <PointsField label={messages.hours} value={hours} onInput={setHours} />
      <button type="submit">{messages.add}</button>
    </form>
  )
}

function describe({ lang, format }: PageProps, rule: BellRule, tense: 'when' | 'has'): string {
  const messages = BELL_MESSAGES[lang]
  if (rule.kind === 'left') return messages[`${tense}Left`](format.number(rule.hours))
  return messages[`${tense}Points`](format.number(rule.rank), format.number(rule.points))
}

function canNotify(): boolean {
  return typeof Notification === 'function' && Notification.permission !== 'denied'
}

/** Asks the reader once; the page itself tells whatever the answer is. */
function askForNotifications(): void {
  if (canNotify() && Notification.permission === 'default') void Notification.requestPermission()
}

function notify(text: string): void {
  if (typeof Notification !== 'function' || Notification.permission !== 'granted') return
  try {
    void new Notification(document.title, { body: text, icon: '/docs/assets/icon.svg' })
  } catch {
    // Some phones allow notifications of service workers only; the page tells it all the same.
  }
}
