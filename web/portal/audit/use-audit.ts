import { useState } from 'preact/hooks'
import type { PortalAuditEntry } from '../../../src/portal/contract/shapes.ts'
import type { AskProblem, ReplyOf } from '../api/ask-portal.ts'
import { useAction } from '../api/use-action.ts'
import { useAsked } from '../api/use-asked.ts'

/** The audit trail, as far as it was read. */
export interface ReadAudit {
  readonly entries: readonly PortalAuditEntry[] | undefined
  readonly problem: AskProblem | undefined
  readonly reload: () => void
  /** Reads on; absent at the end. */
  readonly readOlder: (() => void) | undefined
  readonly isReading: boolean
}

/** Reads the audit trail page by page, the newest first. `key` names whose it is. */
export function useAudit(
  key: string,
  load: (before: string | undefined, signal?: AbortSignal) => Promise<ReplyOf<'audit.list'>>,
): ReadAudit {
  const first = useAsked({ key, load: (signal) => load(undefined, signal) })
  const [older, setOlder] = useState<{
    /** The page that these follow on. */
    readonly behind: ReplyOf<'audit.list'>
    readonly entries: readonly PortalAuditEntry[]
    readonly next: string | undefined
  }>()
  const { isBusy, problem, run } = useAction()
  const { value } = first
  const more = older?.behind === value ? older : undefined
  const next = more === undefined ? value?.next : more.next
  return {
    entries: value && [...value.entries, ...(more?.entries ?? [])],
    problem: problem ?? first.problem,
    reload: first.reload,
    isReading: isBusy,
    readOlder:
      value === undefined || next === undefined
        ? undefined
        : () =>
            void run(async () => {
              const page = await load(next)
              setOlder({
                behind: value,
                entries: [...(more?.entries ?? []), ...page.entries],
                next: page.next,
              })
            }),
  }
}
