// The build puts what is imported of these into the page's style sheet.
declare module '*.css'
