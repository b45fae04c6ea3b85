import { notFound, ServiceError } from '../domain/service-error.ts'
import type { Service } from './create-service.ts'
import type { RawRequest } from './raw-request.ts'
import { readTarget } from './read-target.ts'
import { commonHeaders, type Render } from './render.ts'
import type { Reply } from './reply.ts'
import { RequestFault } from './request-fault.ts'

/** Where oEmbed is asked. */
export const OEMBED_PATH = '/oembed'

/** What there is to say of a link. */
export type EmbedAnswer =
  | { readonly type: 'photo'; readonly message: Readonly<Record<string, string | number>> }
  | { readonly type: 'format' | 'unknown' }
  | { readonly type: 'parameters'; readonly wrong: string }

/** Serves oEmbed (oembed.com) without a key: 400 for what is wrong with the request, 404 for other links, 501 for XML. */
export function createOembed(
  describe: (query: URLSearchParams) => EmbedAnswer,
  render: Render,
): Service {
  const answer = (request: RawRequest): Reply => {
    const { path, query } = readTarget(request)
    if (path !== OEMBED_PATH) throw notFound('There is no such path.')
    const embed = describe(new URLSearchParams(query))
    switch (embed.type) {
      case 'format':
        throw new RequestFault(501, 'Only JSON is made here: ask with format=json.')
      case 'unknown':
        throw notFound('There is nothing to embed for this link.')
      case 'parameters':
        throw new ServiceError('invalid_request', `${embed.wrong}: It is missing or malformed.`, {
          problems: [{ parameter: embed.wrong, detail: 'It is missing or malformed.' }],
        })
      case 'photo':
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
      over: () => {},
    }
  }
  return (request) => {
    try {
      return Promise.resolve(answer(request))
    } catch (error) {
      return Promise.resolve(render.error(request, error))
    }
  }
}

/** Whether a target, without scheme and authority, asks for it. */
export function isOembed(target: string): boolean {
  return target === OEMBED_PATH || target.startsWith(`${OEMBED_PATH}?`)
}
