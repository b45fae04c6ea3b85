import { splitMessage } from './http/response/large-message.ts'
import { serveCalls } from '../platform/workers/serve-calls.ts'
import type { ParserApi } from './open-message-parser.ts'

// Entry of the thread that parses the large messages of a gateway.

serveCalls<ParserApi>(() => ({
  split: (message) => {
    try {
      return splitMessage(message)
    } catch {
      // The error of the parser may quote the input.
      throw new SyntaxError('The message cannot be parsed.')
    }
  },
}))
