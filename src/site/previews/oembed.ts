import type { Awaitable } from '../../platform/concurrency/awaitable.ts'
import { notFound, ServiceError } from '../../platform/http/errors/service-error.ts'
import type { Service } from '../../platform/http/request-handler.ts'
import type { RawRequest } from '../../platform/http/request/raw-request.ts'
import { GET_AND_HEAD, parseTarget } from '../../platform/http/request/request-target.ts'
import { type Render } from '../../keyed/render.ts'
import { commonHeaders } from '../../platform/http/headers/common-headers.ts'
import type { Reply } from '../../platform/http/reply.ts'
import { RequestFault } from '../../platform/http/errors/request-fault.ts'

/** Path of the oEmbed endpoint. */
export const OEMBED_PATH = '/oembed'

/** The answer about a link. */
export type EmbedAnswer =
  | { readonly type: 'photo' | 'rich'; readonly message: Readonly<Record<string, string | number>> }
  | { readonly type: 'format' | 'unknown' }
  | { readonly type: 'parameters'; readonly wrong: string }

/**
 * Serves oEmbed (oembed.com) without a key: 400 for an invalid request, 404 for foreign links, 501
 * for XML.
 */
export function createOembed(
  describe: (query: URLSearchParams) => Awaitable<EmbedAnswer>,
  render: Render,
): Service {
  const answer = async (request: RawRequest): Promise<Reply> => {
    const { path, query } = parseTarget(request, GET_AND_HEAD)
    if (path !== OEMBED_PATH) throw notFound('There is no such path.')
    const embed = await describe(new URLSearchParams(query))
    switch (embed.type) {
      case 'format':
        throw new RequestFault(501, 'Only JSON is supported: use format=json.')
      case 'unknown':
        throw notFound('This link cannot be embedded.')
      case 'parameters':
        throw new ServiceError('invalid_request', `${embed.wrong}: Missing or malformed.`, {
          problems: [{ parameter: embed.wrong, detail: 'Missing or malformed.' }],
        })
      case 'photo':
      case 'rich':
    }
    const body = JSON.stringify(embed.message)
    return {
      status: 200,
      headers: [
        ...commonHeaders(
          request.requestId,
          'application/json',
          Buffer.byteLength(body),
          'public, max-age=300',
        ),
        'Access-Control-Allow-Origin',
        '*',
      ],
      body,
      closes: false,
      subject: { operation: 'oembed' },
      onFinished: () => {},
    }
  }
  return async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      return render.error(request, error)
    }
  }
}

/** Returns whether a request target, without scheme and authority, is the oEmbed endpoint. */
export function isOembed(target: string): boolean {
  return target === OEMBED_PATH || target.startsWith(`${OEMBED_PATH}?`)
}
