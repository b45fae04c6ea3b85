import { useState } from 'preact/hooks'
import type { PortalAuditEntry } from '../../../src/portal/contract/shapes.ts'
import type { ApiProblem, ApiReply } from '../api/api-client.ts'
import { useAction } from '../api/use-action.ts'
import { useQuery } from '../api/use-query.ts'

/** The loaded part of the audit trail. */
export interface ReadAudit {
  readonly entries: readonly PortalAuditEntry[] | undefined
  readonly problem: ApiProblem | undefined
  readonly reload: () => void
  /** Loads older entries; absent at the end. */
  readonly readOlder: (() => void) | undefined
  readonly isReading: boolean
}

/** Loads the audit trail page by page, newest first. `key` identifies it. */
export function useAudit(
  key: string,
  load: (before: string | undefined, signal?: AbortSignal) => Promise<ApiReply<'audit.list'>>,
): ReadAudit {
  const first = useQuery({ key, load: (signal) => load(undefined, signal) })
  const [older, setOlder] = useState<{
    /** The first page that these entries continue. */
    readonly behind: ApiReply<'audit.list'>
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
