import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { createConnections } from '../../src/http/connections.ts'
import type { ExchangeSettings } from '../../src/http/create-exchange.ts'
import type { Exchange } from '../../src/http/exchanges.ts'
import { httpDate } from '../../src/http/http-date.ts'
import type { Reply } from '../../src/http/reply.ts'
import type { RoutedRequest } from './fastify-routes.ts'

/**
 * The counterpart of `createExchange` for Fastify: the same bookkeeping, while Fastify names the request, finds the
 * operation if there is one to find, and writes the answer.
 */
export function createFastifyExchange(
  { service, exchanges, clock, observe }: ExchangeSettings,
  operation?: string,
): RouteHandlerMethod {
  const connections = createConnections()

  const carry = async (request: FastifyRequest, outgoing: FastifyReply) => {
    const startMs = clock.monotonicMs()
    const { socket, method, id } = request
    const raw = toRoutedRequest(request, operation)
    const exchange: Exchange = { destroy: () => socket.destroy() }
    let [reply, closed]: [Reply | undefined, boolean] = [undefined, false]

    const end = (ended: Reply) => {
      ended.over()
      observe({
        type: 'request.answered',
        requestId: id,
        ...ended.subject,
        method,
        status: ended.status,
        complete: outgoing.raw.writableFinished,
        durationMs: clock.monotonicMs() - startMs,
      })
    }
    const close = () => {
      if (closed) return
      closed = true
      forget()
      exchanges.delete(exchange)
      raw.leave()
      if (reply !== undefined) end(reply)
    }

    const forget = connections.add(socket, close)
    exchanges.add(exchange)
    outgoing.raw.once('close', close)
    reply = await service(raw)
    if (closed) end(reply)
    else write(outgoing, reply, clock.nowMs())
  }
  return (request, reply) => void carry(request, reply)
}

function write(outgoing: FastifyReply, { status, headers, body, closes }: Reply, nowMs: number) {
  outgoing.raw.sendDate = false
  outgoing.code(status)
  for (let index = 0; index < headers.length; index += 2) {
    outgoing.header(headers[index] ?? '', headers[index + 1])
  }
  outgoing.header('Date', httpDate(nowMs))
  if (closes) outgoing.header('Connection', 'close')
  outgoing.send(body)
}

function toRoutedRequest(
  { id, raw, params }: FastifyRequest,
  operation: string | undefined,
): RoutedRequest & { leave(): void } {
  let controller: AbortController | undefined
  let left = false
  return {
    requestId: id,
    method: raw.method ?? '',
    target: raw.url ?? '',
    rawHeaders: raw.rawHeaders,
    httpVersion: raw.httpVersion,
    ...(operation !== undefined && {
      route: { operation, params: params as Record<string, string> },
    }),
    get gone() {
      controller ??= new AbortController()
      if (left) controller.abort()
      return controller.signal
    },
    leave: () => {
      left = true
      controller?.abort()
    },
  }
}
