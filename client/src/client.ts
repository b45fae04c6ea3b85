import { Caller } from './caller.ts'
import { validateOptions, type ClientOptions } from './client-options.ts'
import { DEVELOPER_OPERATIONS, type DeveloperOperations } from './developer-operations.ts'
import { OPERATIONS } from './generated/operation-table.ts'
import type { Operations, Region } from './generated/operation-types.ts'
import type { PublicExportList } from './generated/public-messages.ts'
import { PAGED_OPERATIONS, PUBLIC_OPERATIONS } from './generated/public-operation-table.ts'
import type { PublicOperations } from './generated/public-operation-types.ts'
import type { LiveOptions, LiveParameters } from './live-entry.ts'
import type { LiveStream } from './live-stream.ts'
import {
  mirrorExports,
  type MirroredFile,
  type MirrorParameters,
  type MirrorSource,
} from './mirror-exports.ts'
import type { OperationEntry } from './operation-entry.ts'
import type { CallOptions, FillMode, PublicResult } from './result.ts'
import type { Parameters } from './write-target.ts'

export { BacklineError } from './backline-error.ts'
export * from './generated/ids.ts'
export type {
  BacklineErrorFacts,
  ErrorCode,
  ParameterProblem,
  WatchedBoard,
} from './backline-error.ts'
export type { ClientOptions } from './client-options.ts'
export type { Clock } from './clock.ts'
export type {
  DeveloperOperations,
  Quota,
  QuotaShare,
  QuotaSlots,
  QuotaWindow,
  ShareLimits,
} from './developer-operations.ts'
export type * from './generated/messages.ts'
export type * from './generated/operation-types.ts'
export type * from './generated/public-messages.ts'
export type * from './generated/public-operation-types.ts'
export type { Hooks, LimitInfo, RequestInfo, RetryInfo } from './hooks.ts'
export type { Id } from './id.ts'
export type * from './live-entry.ts'
export type { LiveStream } from './live-stream.ts'
export type { MirroredFile, MirrorParameters } from './mirror-exports.ts'
export type { Pacing } from './pace.ts'
export type * from './result.ts'

/** A client of one Backline server. */
export interface Client<Mode extends FillMode = 'filled'> extends Operations<Mode> {
  /** Operations about the developer of the key. They are not counted. */
  readonly developer: DeveloperOperations
  /** Operations that need no key. Limits of your network address apply. */
  readonly public: PublicOperations<Mode>
  /**
   * Follows the live entries of a region. The stream reconnects by itself and resumes after the
   * last entry; with `after`, it resumes from a stored position.
   */
  live(region: Region, parameters?: LiveParameters, options?: LiveOptions): LiveStream
  /** Yields the export files of a region that you do not have, each verified. */
  mirrorExports(
    region: Region,
    parameters?: MirrorParameters,
    options?: CallOptions,
  ): AsyncGenerator<MirroredFile, void, undefined>
}

/** Creates a client whose results have only the fields that were sent. */
export function createClient(
  options: ClientOptions & { readonly fillDefaults: false },
): Client<'sparse'>
/**
 * Creates a client of a Backline server: `client.event.ranking('jp', { eventId: eventId('2004'),
 * ranks: [1, 100] })`. It keeps to the limits of the developer, so create one per key and use it
 * everywhere. Throws a `TypeError` for an invalid option. Calls reject with a {@link
 * BacklineError}, or with the reason of their signal.
 */
export function createClient(options: ClientOptions): Client
/** Creates either. */
export function createClient(options: ClientOptions): Client | Client<'sparse'> {
  const config = validateOptions(options)
  const caller = new Caller(config)
  const methods: Record<string, unknown> = {
    live: (region: string, parameters?: LiveParameters, own?: LiveOptions) =>
      caller.live(region, parameters, own),
    mirrorExports: (region: string, parameters: MirrorParameters = {}, own: CallOptions = {}) =>
      mirrorExports(mirrorSource(caller, region, own), config.baseUrl, parameters),
    developer: {
      quota: (own?: CallOptions) => caller.callDeveloper(DEVELOPER_OPERATIONS.quota, {}, own),
      quotaShare: (parameters: Parameters, own?: CallOptions) =>
        caller.callDeveloper(DEVELOPER_OPERATIONS.quotaShare, parameters, own),
    },
  }
  for (const [id, entry] of Object.entries<OperationEntry>(OPERATIONS)) {
    place(methods, id, (region: string, given?: Parameters, own?: CallOptions) =>
      caller.callKeyed(entry, region, given, own),
    )
  }
  for (const [id, entry] of Object.entries<OperationEntry>(PUBLIC_OPERATIONS)) {
    place(methods, `public.${id}`, (region: string, given?: Parameters, own?: CallOptions) =>
      caller.callPublic(entry, region, given, own),
    )
  }
  for (const [id, pages] of Object.entries(PAGED_OPERATIONS)) {
    place(methods, `public.${id}`, (region: string, given?: Parameters, own?: CallOptions) =>
      caller.iterate(pages, region, given, own),
    )
  }
  return methods as unknown as Client
}

function mirrorSource(caller: Caller, region: string, options: CallOptions): MirrorSource {
  const { 'exports.list': list, 'exports.file': file } = PUBLIC_OPERATIONS
  return {
    list: () =>
      caller.callPublic(list, region, {}, options) as Promise<PublicResult<PublicExportList>>,
    fetchFile: (name) =>
      caller.callFile(file, region, { file: name }, options) as Promise<PublicResult<Uint8Array>>,
  }
}

/** Adds a method under its id: `event.ranking` is the method `ranking` of the group `event`. */
function place(methods: Record<string, unknown>, id: string, method: unknown): void {
  const path = id.split('.')
  const name = path.pop() ?? ''
  let group = methods
  for (const part of path) group = (group[part] ??= {}) as Record<string, unknown>
  group[name] = method
}
