/**
 * Rules for stored texts. A text has only characters that every report can carry ({@link
 * dev.countersign.reconcile.domain.text.PlainText}), and no card number in the wrong place ({@link
 * dev.countersign.reconcile.domain.text.CardNumberMask}). A spreadsheet does not compute any text
 * of a file ({@link dev.countersign.reconcile.domain.text.SpreadsheetText}).
 */
@NullMarked
package dev.countersign.reconcile.domain.text;

import org.jspecify.annotations.NullMarked;
