import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { goodPublic, PUBLIC, startStub, type StubRequest } from './stub-server-for-tests.ts'

/** A file of a day as a server lists it, and its content. */
function day(date: string) {
  const content = new TextEncoder().encode(`content of ${date}`)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const listed = {
    day: date,
    file: `jp-${date}-${sha256}.ndjson.gz`,
    sha256,
    bytes: content.length,
  }
  return { listed, content }
}

const DAYS = [day('2026-11-18'), day('2026-11-19'), day('2026-11-20')]

function serve({ url }: StubRequest): Response {
  if (url.endsWith('/exports')) return goodPublic({ files: DAYS.map(({ listed }) => listed) })
  const found = DAYS.find(({ listed }) => url.endsWith(listed.file))
  return new Response(found?.content, { headers: PUBLIC })
}

describe('a mirror of exports', () => {
  it('brings every file that is not there, the oldest first', async () => {
    const { client, requests } = startStub(serve)
    const has = (file: string) => file.includes('11-19')
    const files: [string, string][] = []
    for await (const { day: date, content } of client.mirrorExports('jp', { has })) {
      files.push([date, new TextDecoder().decode(content)])
    }
    assert.deepEqual(files, [
      ['2026-11-18', 'content of 2026-11-18'],
      ['2026-11-20', 'content of 2026-11-20'],
    ])
    assert.equal(requests.length, 3)
  })

  it('yields nothing that is not what was listed', async () => {
    const { client } = startStub((request) =>
      request.url.endsWith('/exports')
        ? serve(request)
        : new Response('something else', { headers: PUBLIC }),
    )
    await assert.rejects(client.mirrorExports('jp').next(), {
      code: 'unexpected_answer',
      message: /2026-11-18.* has another SHA-256/,
    })
  })

  it('accepts no name that is not safe as a path', async () => {
    const { client, requests } = startStub(() =>
      goodPublic({ files: [{ ...DAYS[0]?.listed, file: '../../.ssh/authorized_keys' }] }),
    )
    await assert.rejects(client.mirrorExports('jp').next(), { code: 'unexpected_answer' })
    assert.equal(requests.length, 1)
  })
})
