/** Names of growths that goals are about. */
export const BOOK_UPDATE = "books, main's processor time an update at 50 a second each";
export const WATCHED_UPDATE = 'an update of a book, conditional orders on its market';
export const UNWATCHED_UPDATE = 'an update of a book, conditional orders on other markets';
