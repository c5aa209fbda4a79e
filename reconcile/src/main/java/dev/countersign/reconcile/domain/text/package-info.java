/**
 * The rules for texts that the product keeps. A text may hold characters that every report can
 * carry ({@link dev.countersign.reconcile.domain.text.PlainText}), and no card number that was
 * typed where none belongs ({@link dev.countersign.reconcile.domain.text.CardNumberMask}). In a
 * file that a spreadsheet opens no text is computed ({@link
 * dev.countersign.reconcile.domain.text.SpreadsheetText}).
 */
@NullMarked
package dev.countersign.reconcile.domain.text;

import org.jspecify.annotations.NullMarked;
