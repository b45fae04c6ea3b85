import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MUTATIONS } from '../mutations/mutations.ts'
import { exists, readProjectFile } from './project-files.ts'

describe('the mutations of `npm run mutations`', () => {
  it('can each be planted in exactly one place, and name a test that exists', () => {
    for (const { name, file, text, test } of MUTATIONS) {
      assert.equal(readProjectFile(file).split(text).length - 1, 1, `${name}, in ${file}`)
      assert.ok(exists(test), `${name}: ${test}`)
    }
  })
})
