// What of Zod reads settings. Its texts in other languages are left out.
export * as z from './parts/zod.ts'
