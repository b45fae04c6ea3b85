import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { readDeployed, ROOT } from './node-settings.ts'

const IMAGES = ['HAPROXY_IMAGE', 'NODE_IMAGE', 'POSTGRES_IMAGE', 'VALKEY_IMAGE']
const digestOf = (character: string) => `sha256:${character.repeat(64)}`
const folder = temporaryFolder()
const programs = join(folder, 'programs')
mkdirSync(programs)

/**
 * Puts a program in the place of docker; it gets the reference as `$4` and writes down what it was
 * asked.
 */
function answerWith(script: string): void {
  const docker = join(programs, 'docker')
  writeFileSync(docker, `#!/bin/sh\necho "$*" >> "${folder}/asked"\n${script}\n`)
  chmodSync(docker, 0o755)
}

function pin(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'scripts', 'pin-images.mjs'), '--file', join(folder, 'images.env'), ...args],
    { encoding: 'utf8', env: { PATH: `${programs}:/usr/bin:/bin` } },
  )
  return { status, text: `${stdout}${stderr}` }
}

describe('the images', () => {
  it('are each named with a version, in one place that replaces it', () => {
    const dockerfile = readDeployed('Dockerfile')
    const [, base = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? []
    const compose = readDeployed('compose.yaml')
    const replaceable = new Map(
      [...compose.matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g)].map(([, name = '', image = '']) => [
        name,
        image,
      ]),
    )
    assert.deepEqual([...replaceable.keys()].toSorted(), IMAGES)
    assert.equal(replaceable.get('NODE_IMAGE'), base)
    for (const image of replaceable.values()) assert.match(image, /^[a-z/]+:[0-9][\w.-]*$/)
    // What is built here has the version of the project; everything else is replaceable.
    const named = ['compose.yaml', 'compose.gateway.yaml']
      .flatMap((file) => [...readDeployed(file).matchAll(/^ *image: (.+)$/gm)])
      .map(([, image = '']) => image)
    const { version } = JSON.parse(readDeployed('../package.json')) as { version: string }
    assert.deepEqual(
      named.filter((image) => !image.startsWith('${')),
      [`backline:${version}`],
    )
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    assert.deepEqual([...new Set(bases)], ['${NODE_IMAGE}'])
    const { images } = parse(readDeployed('kubernetes/kustomization.yaml')) as {
      readonly images: readonly { readonly newTag?: string; readonly digest?: string }[]
    }
    for (const { newTag, digest } of images) {
      if (digest === undefined) assert.equal(newTag, version)
      else assert.match(digest, /^sha256:[0-9a-f]{64}$/)
    }
  })

  it('are pinned by the digests that their registries name, and other settings stay', () => {
    answerWith(`echo '{"mediaType":"x","digest":"${digestOf('a')}","size":1}'`)
    const file = join(folder, 'images.env')
    writeFileSync(file, `BACKLINE_PORT=8443\nHAPROXY_IMAGE=haproxy:1.0\n`)
    const mirror = `mirror.example.org:5000/valkey:8.1@${digestOf('b')}`
    const { status, text } = pin(`VALKEY_IMAGE=${mirror}`)
    assert.equal(status, 0, text)
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    assert.equal(lines[0], 'BACKLINE_PORT=8443')
    assert.deepEqual(lines.slice(1).toSorted(), [
      `HAPROXY_IMAGE=haproxy:3.2@${digestOf('a')}`,
      `NODE_IMAGE=node:26-bookworm-slim@${digestOf('a')}`,
      `POSTGRES_IMAGE=postgres:17-bookworm@${digestOf('a')}`,
      `VALKEY_IMAGE=${mirror}`,
    ])
    const asked = readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n')
    assert.equal(asked.length, 3)
    assert.ok(asked.includes('buildx imagetools inspect haproxy:3.2 --format {{json .Manifest}}'))
    assert.equal(pin('--check').status, 0)
  })

  it('are refused without a version, and with a digest of the wrong form, and nothing is written', () => {
    answerWith(`echo '{"digest":"${digestOf('a')}"}'`)
    const file = join(folder, 'images.env')
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const refused: readonly [string, RegExp][] = [
      [`valkey:8@${digestOf('a').slice(0, -1)}`, /64 hexadecimal digits/],
      [`valkey:8@${digestOf('a')}0`, /64 hexadecimal digits/],
      [`valkey:8@${digestOf('g')}`, /64 hexadecimal digits/],
      [`valkey:8@sha512:${'a'.repeat(128)}`, /64 hexadecimal digits/],
      ['valkey:8@', /64 hexadecimal digits/],
      ['valkey:latest', /a name with a version/],
      ['valkey', /a name with a version/],
      [`valkey@${digestOf('a')}`, /a name with a version/],
      ['mirror.example.org:5000/valkey', /a name with a version/],
      ['valkey:8 --push', /a name with a version/],
    ]
    for (const [image, expected] of refused) {
      const { status, text } = pin(`VALKEY_IMAGE=${image}`)
      assert.equal(status, 1, image)
      assert.match(text, expected, image)
    }
    assert.equal(pin('OTHER_IMAGE=other:1').status, 1)
    for (const answer of [`{"digest":"${digestOf('a').slice(0, -1)}"}`, '{}', 'no JSON']) {
      answerWith(`echo '${answer}'`)
      assert.equal(pin().status, 1, answer)
    }
    answerWith('exit 1')
    assert.equal(pin().status, 1)
    assert.equal(existsSync(file) ? readFileSync(file, 'utf8') : '', before)
  })

  it('are found unpinned in a file that lacks one, or its digest', () => {
    const file = join(folder, 'images.env')
    const pinned = IMAGES.map((name) => `${name}=image:1@${digestOf('a')}`)
    writeFileSync(file, pinned.join('\n'))
    assert.equal(pin('--check').status, 0)
    for (const wrong of ['', 'VALKEY_IMAGE=image:1', 'VALKEY_IMAGE=image:1@sha256:abc']) {
      writeFileSync(file, [...pinned.slice(0, 3), wrong].join('\n'))
      const { status, text } = pin('--check')
      assert.equal(status, 1)
      assert.match(text, /^VALKEY_IMAGE/)
    }
  })
})
